// SPDX-License-Identifier: Apache-2.0

package import GantryLaunch
package import GantrySupport

/// The changes between two sets of launches, such as before and after a commit.
///
/// Several runs on each side show how much times differ by chance; ten are a good number. Comparing
/// a set with itself never shows a change.
///
/// ```swift
/// let comparison = LaunchComparison(baseline: before, candidate: after)
/// if !comparison.slower.isEmpty { print(comparison) }
/// ```
package struct LaunchComparison: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  package static let currentSchemaVersion = 1

  /// The version of the encoded form.
  package let schemaVersion: Int
  /// The number of launches in the baseline.
  package let baselineRuns: Int
  /// The number of launches that were compared with the baseline.
  package let candidateRuns: Int
  /// The number of compared times: ready, the main lane, and the modules and tasks that both sides
  /// have.
  package let compared: Int
  /// The times that are longer than before, beyond chance, with the greatest difference first.
  package let slower: [Change]
  /// The times that are shorter than before, beyond chance, with the greatest difference first.
  package let faster: [Change]
  /// The tasks that only the candidate has, by name.
  package let added: [ModuleName]
  /// The tasks that only the baseline has, by name.
  package let removed: [ModuleName]
  /// The tasks that failed, timed out or were blocked in some launch of the candidate and in none
  /// of the baseline, by name.
  package let failing: [ModuleName]

  /// Compares launches.
  ///
  /// - Parameters:
  ///   - baseline: Reports of the launches before.
  ///   - candidate: Reports of the launches after.
  ///   - noise: How much times may differ by chance.
  /// - Complexity: O(n · log n) for n tasks in all reports together.
  package init(
    baseline: [LaunchReport], candidate: [LaunchReport], noise: LaunchNoise = LaunchNoise()
  ) {
    schemaVersion = Self.currentSchemaVersion
    baselineRuns = baseline.count
    candidateRuns = candidate.count
    let before = Self.samples(of: baseline)
    let after = Self.samples(of: candidate)
    let shared = before.compactMap { measure, first in
      after[measure].map { (measure, first, $0) }
    }
    compared = shared.count
    let changes = shared.compactMap { measure, first, second in
      Change(measure, first, second, noise.bound(first, second))
    }
    slower = Self.sorted(changes.filter { $0.difference > .zero })
    faster = Self.sorted(changes.filter { $0.difference < .zero })
    let (old, new) = (Self.names(in: baseline), Self.names(in: candidate))
    added = new.subtracting(old).sorted()
    removed = old.subtracting(new).sorted()
    failing = Set(candidate.flatMap(\.failed)).subtracting(baseline.flatMap(\.failed)).sorted()
  }

  /// All measured times in a set of launches, in one pass over each launch.
  private static func samples(of reports: [LaunchReport]) -> [LaunchMeasure: RobustSample] {
    var times: [LaunchMeasure: [Duration]] = [:]
    for report in reports {
      times[.mainLane, default: []].append(report.mainLaneTime)
      if let ready = report.timeToReady { times[.ready, default: []].append(ready) }
      var modules: [ModuleName: Duration] = [:]
      for task in report.tasks {
        guard let time = task.duration else { continue }
        modules[task.owner, default: .zero] += time
        if task.outcome == .succeeded { times[.task(task.name), default: []].append(time) }
      }
      for (name, time) in modules { times[.module(name), default: []].append(time) }
    }
    return times.compactMapValues(RobustSample.init)
  }

  private static func names(in reports: [LaunchReport]) -> Set<ModuleName> {
    Set(reports.lazy.flatMap { $0.tasks.lazy.filter { !$0.isJoin } }.map(\.name))
  }

  private static func sorted(_ changes: [Change]) -> [Change] {
    changes.sorted { first, second in
      let sizes = (abs(first.difference), abs(second.difference))
      guard sizes.0 == sizes.1 else { return sizes.0 > sizes.1 }
      return first.measure.rawValue.precedes(second.measure.rawValue)
    }
  }

  private static func abs(_ duration: Duration) -> Duration {
    duration < .zero ? .zero - duration : duration
  }
}

extension LaunchComparison: CustomStringConvertible {
  /// The changes, one per line; a single line when there are none.
  package var description: String {
    var lines = [
      """
      \(baselineRuns.counted("launch", "launches")) before, \(candidateRuns) after, \
      \(compared.counted("timing")) compared: \
      \(slower.count) slower, \(faster.count) faster
      """
    ]
    if !slower.isEmpty || !faster.isEmpty {
      var table = TextTable(["", "before", "after", "change", "by chance"], numeric: [1, 2, 3, 4])
      for change in slower + faster {
        let sign = change.difference > .zero ? "+" : ""
        table.add([
          "\(change.measure)", change.baseline.text, change.candidate.text,
          sign + change.difference.text, "± \(change.noise.text)",
        ])
      }
      lines.append(table.text)
    }
    for (title, names) in [("failing now", failing), ("added", added), ("removed", removed)]
    where !names.isEmpty {
      lines.append("\(title): \(names.map(\.rawValue).joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }
}

extension LaunchComparison {
  /// A time that changed by more than chance can explain.
  package struct Change: Sendable, Hashable, Codable {
    /// The time that was measured.
    package let measure: LaunchMeasure
    private let baselineMilliseconds: Double
    private let candidateMilliseconds: Double
    private let noiseMilliseconds: Double

    /// The median before.
    package var baseline: Duration { Duration(milliseconds: baselineMilliseconds) }

    /// The median after.
    package var candidate: Duration { Duration(milliseconds: candidateMilliseconds) }

    /// The difference that chance can explain.
    package var noise: Duration { Duration(milliseconds: noiseMilliseconds) }

    /// The difference between the medians; negative when the time is now shorter.
    package var difference: Duration {
      Duration(milliseconds: candidateMilliseconds - baselineMilliseconds)
    }

    /// Creates a change; nil when chance explains the difference.
    init?(_ measure: LaunchMeasure, _ first: RobustSample, _ second: RobustSample, _ noise: Double)
    {
      guard (second.median - first.median).magnitude > noise else { return nil }
      self.measure = measure
      baselineMilliseconds = first.median
      candidateMilliseconds = second.median
      noiseMilliseconds = noise
    }
  }
}
