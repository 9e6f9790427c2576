// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// What the comparison of two builds says, and the exit status of `gantry fleet report`.
///
/// | verdict | exit status |
/// |---|---|
/// | `nothingWorse` | 0 |
/// | `worse` | 1 |
/// | `undecided` | 2 |
enum FleetVerdict: Equatable {
  /// Enough launches were compared, and nothing became worse by more than chance explains.
  case nothingWorse
  /// What became worse, as parts of a sentence.
  case worse([String])
  /// Why the builds can't be compared, as sentences.
  case undecided([String])

  /// The number of rows in each build that a class needs. With fewer, hardly any change is beyond
  /// chance.
  static let fewest = 100
  /// The z value from which a difference isn't chance, even if hundreds are tested.
  static let significant = 4.5
  /// The share of rows that may be lost because they have the `id` of another launch.
  private static let collisions = 0.1

  /// Judges the answers about two builds.
  ///
  /// - Parameters:
  ///   - report: The answers.
  ///   - least: The smallest change that counts, as a share.
  ///   - collided: The rows that were dropped because of their `id`.
  init(_ report: FleetReport, least: Double, collided: Int = 0) {
    let worse = Self.worse(report, least)
    let doubts = Self.doubts(report, collided)
    self = !worse.isEmpty ? .worse(worse) : doubts.isEmpty ? .nothingWorse : .undecided(doubts)
  }

  var exit: ToolExit {
    switch self {
    case .nothingWorse: .success
    case .worse: .faults
    case .undecided: .undecided
    }
  }

  /// The name in JSON.
  var name: String {
    switch self {
    case .nothingWorse: "nothingWorse"
    case .worse: "worse"
    case .undecided: "undecided"
    }
  }

  var reasons: [String] {
    switch self {
    case .nothingWorse: []
    case .worse(let reasons), .undecided(let reasons): reasons
    }
  }

  /// The verdict in sentences.
  var text: String {
    switch self {
    case .nothingWorse: "Nothing became worse by more than chance explains."
    case .worse(let parts):
      Wording.list(parts).prefix(1).uppercased() + Wording.list(parts).dropFirst() + "."
    case .undecided(let reasons): "The builds can't be judged. \(reasons.joined(separator: " "))"
    }
  }

  private static func worse(_ report: FleetReport, _ least: Double) -> [String] {
    let slower = report.regressions.filter { $0.z > 0 }
    let tasks = Set(slower.map(\.task)).subtracting([""]).count
    let more = report.failures.filter { failure in
      failure.z > significant && failure.now > failure.was * (1 + least)
    }
    func named(_ kind: FleetReport.Failure.Kind) -> [String] {
      more.filter { $0.failure == kind }.sorted {
        ($1.now - $1.was, $0.task) < ($0.now - $0.was, $1.task)
      }
      .map(\.task)
    }
    let (failed, suspects) = (named(.failed), named(.suspect))
    let isDeadlier = !named(.died).isEmpty
    return [
      named(.unready).isEmpty ? nil : "more launches are never ready",
      failed.isEmpty
        ? nil
        : failed.count == 1
          ? "task \(failed[0]) fails more often" : "tasks \(few(failed)) fail more often",
      !isDeadlier && suspects.isEmpty
        ? nil : "launches die more often\(suspects.isEmpty ? "" : " in \(few(suspects))")",
      named(.safe).isEmpty ? nil : "more launches are in safe mode",
      tasks > 0 ? "\(tasks.counted("task")) became slower" : nil,
      slower.contains { $0.task.isEmpty } ? "ready comes later" : nil,
    ].compactMap(\.self)
  }

  /// The first names of a list.
  private static func few(_ names: [String]) -> String {
    names.count <= 3
      ? Wording.list(names) : Wording.list(names.prefix(2) + ["\(names.count - 2) others"])
  }

  private static func doubts(_ report: FleetReport, _ collided: Int) -> [String] {
    guard let to = report.to else { return ["There are no \(FleetReport.launches(report.kind))."] }
    guard let from = report.from else {
      return ["There is only one build, so nothing is compared."]
    }
    var doubts: [String] = []
    if Double(collided) > collisions * Double(report.rows + collided) {
      doubts.append(
        """
        \(collided.grouped) of \((report.rows + collided).grouped) rows have the id of another launch and were dropped: \
        each launch needs an id of its own.
        """)
    }
    let classes = report.coverage
    let (was, now) = (classes.map(\.rowsWas).reduce(0, +), classes.map(\.rowsNow).reduce(0, +))
    let small = [(from, was), (to, now)].filter { $0.1 < fewest }
    if !small.isEmpty {
      return doubts
        + small.map { build, rows in
          """
          Build \(build) has too few \(FleetReport.launches(report.kind)): \(rows) of \(fewest).
          """
        }
    }
    return doubts + [uncovered(classes, from, to)].compactMap(\.self)
  }

  /// The reason why too few launches of the new build have a counterpart; nil if most have.
  private static func uncovered(
    _ classes: [FleetReport.Coverage], _ from: String, _ to: String
  ) -> String? {
    guard classes.contains(where: { $0.rowsWas > 0 && $0.rowsNow > 0 }) else {
      func names(_ rows: KeyPath<FleetReport.Coverage, Int>) -> String {
        few(classes.filter { $0[keyPath: rows] > 0 }.map(\.launchClass))
      }
      return """
        The builds have no class in common: \(from) has \(names(\.rowsWas)), and \(to) has \
        \(names(\.rowsNow)).
        """
    }
    let compared = classes.filter { min($0.rowsWas, $0.rowsNow) >= fewest }
    let share =
      compared.map(\.launchesNow).reduce(0, +) / classes.map(\.launchesNow).reduce(0, +)
    guard share < 0.5 else { return nil }
    return """
      Only \(FleetReport.share(share)) of the launches of \(to) are in a class with \(fewest) launches \
      of both builds.
      """
  }
}

extension FleetVerdict: Encodable {
  private enum Key: String, CodingKey { case name, reasons, exit }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(reasons, forKey: .reasons)
    try container.encode(exit.rawValue, forKey: .exit)
  }
}

extension FleetReport.Failure {
  /// Whether chance doesn't explain the difference.
  var isBeyondChance: Bool { abs(z) > FleetVerdict.significant }

  /// The order in a report: first what became worse, then what all launches have.
  var rank: Int {
    (isBeyondChance && now > was ? 0 : 10) + (Kind.allCases.firstIndex(of: failure) ?? 0)
  }

  var words: String {
    switch failure {
    case .unready: "never ready"
    case .died: "died"
    case .safe: "safe mode"
    case .failed: "\(task) failed"
    case .suspect: "died in \(task)"
    }
  }
}
