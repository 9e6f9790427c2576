// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How long the tasks of earlier launches took, by which the next launch is planned.
///
/// Runs are kept per ``Key``: those of one kind of process or launch source never count for another.
/// A task's duration is the median of its last ``runsKept`` runs. Of all estimators of location the
/// median withstands most outliers, just under half of the runs (P. J. Huber, *Robust Statistics*,
/// 1981, section 3.2), and it follows a lasting change as soon as more than half of them show it.
///
/// A new build inherits the runs of the build that was recorded last. They count, together with its
/// own, until a task has run ``runsNeeded`` times in the new build; from then on its own runs count
/// alone. So the first launch after an update, often the slowest of all, decides nothing, and builds
/// that are launched once or twice each still have a history.
public struct LaunchProfile: Sendable, Hashable {
  /// The version of the encoded form that this library reads and writes.
  public static let currentSchemaVersion = 1
  /// How many runs of a task are kept for each key: the last ones.
  public static let runsKept = 9
  /// How many runs a new build needs to count alone: with three, one outlier decides no median.
  public static let runsNeeded = 3
  /// How many builds are kept for each kind of process and launch source: those recorded last.
  public static let buildsKept = 3

  /// By the time of the last record, oldest first.
  var entries: [Entry] = []

  /// Makes an empty profile.
  public init() {}

  /// Whether nothing has been recorded.
  public var isEmpty: Bool { entries.isEmpty }

  /// The recorded keys; the one that was recorded last comes last.
  public var keys: [Key] { entries.map(\.key) }

  /// How long each known task takes in a launch.
  ///
  /// - Parameter key: The build, kind of process and source of the launch.
  /// - Returns: Durations by the name of the task; empty when nothing fits.
  /// - Complexity: O(n) in the number of runs of one build.
  public func durations(for key: Key) -> [String: Duration] {
    entry(for: key).durations
  }

  /// The runs of a task in one build that are kept, oldest first; empty when it is not known.
  ///
  /// - Parameters:
  ///   - task: The name of the task.
  ///   - key: The build, kind of process and source of the launches.
  public func runs(of task: String, for key: Key) -> [Duration] {
    let entry = entries.first { $0.key == key }
    return entry?.runs[task]?.map { Duration(milliseconds: $0) } ?? []
  }

  /// Adds the durations of a launch: of each task that ran and succeeded.
  ///
  /// A task that failed, was stopped or ran out of time does not say how long its work takes.
  ///
  /// - Parameters:
  ///   - report: The report of the launch.
  ///   - key: The build, kind of process and source of the launch.
  public mutating func record(_ report: LaunchReport, for key: Key) {
    record(report.runDurations, for: key)
  }

  /// Adds the durations of a launch's tasks.
  ///
  /// - Parameters:
  ///   - durations: Durations by the name of the task; an empty record changes nothing.
  ///   - key: The build, kind of process and source of the launch.
  public mutating func record(_ durations: [String: Duration], for key: Key) {
    guard !durations.isEmpty else { return }
    var entry = entry(for: key)
    for (task, duration) in durations { entry.add(duration, to: task) }
    entries.removeAll { $0.key == key }
    entries.append(entry)
    let comparable = entries.lazy.map(\.key).filter { $0.isComparable(to: key) }
    let dropped = Set(comparable.dropLast(Self.buildsKept))
    entries.removeAll { dropped.contains($0.key) }
  }

  private func entry(for key: Key) -> Entry {
    guard let index = key.nearest(in: keys) else { return Entry(key: key) }
    return entries[index].key == key ? entries[index] : Entry(key: key, after: entries[index])
  }
}

extension LaunchReport {
  /// How long each task took that ran and succeeded.
  var runDurations: [String: Duration] {
    let ran = tasks.filter { $0.outcome == .succeeded && !$0.isJoin }
    return Dictionary(
      ran.compactMap { task in task.duration.map { (task.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
