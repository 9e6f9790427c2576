// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GantrySupport

/// The record of a launch with times and reasons, as plain data that you can store and compare.
///
/// ``description`` shows it as text, and `html()`, `svg()` and `chromeTrace()` draw it. The tool
/// `gantry report` compares launches, and checks them against budgets.
public struct LaunchReport: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  package static let currentSchemaVersion = 6

  /// The version of the encoded form.
  package let schemaVersion: Int
  /// Every task and join, in launch order.
  public package(set) var tasks: [Task]
  /// The tasks that *ready* waited for one after another, first to last; empty if the app isn't
  /// ready.
  ///
  /// Each task released the next one, or occupied the thread that the next one waited for.
  public let criticalPath: [ModuleName]
  /// The essential task that stopped the launch; nil if none did.
  package let stoppedBy: ModuleName?
  /// Whether the launch was cancelled or stopped.
  public let isCancelled: Bool
  /// When, where and how the launch took place; nil for a report that an application didn't make.
  package var circumstances: Circumstances?
  /// The seed of the random launch order; nil if the order wasn't shuffled.
  package internal(set) var shuffleSeed: UInt64?
  /// Other notes about this launch, one sentence each, for example about a damaged profile.
  public package(set) var notes: [String] = []
  package let readyMilliseconds: Double?
  package let readyLowerBoundMilliseconds: Double?
  package let totalMilliseconds: Double

  /// Creates a report, and computes its critical path and the slack of its tasks.
  ///
  /// - Parameters:
  ///   - tasks: Every task and join, in launch order.
  ///   - stoppedBy: The essential task that stopped the launch.
  ///   - isCancelled: Whether the launch was cancelled or stopped.
  ///   - timeToReady: The time from the start until the app was ready; nil if it isn't ready.
  ///   - total: The time from the start to the end, or to the report.
  ///   - readyLowerBound: A time to ready that no order could beat; nil if unknown.
  /// - Complexity: O(V log V + E).
  package init(
    tasks: [Task], stoppedBy: ModuleName? = nil, isCancelled: Bool = false, timeToReady: Duration?,
    total: Duration, readyLowerBound: Duration? = nil
  ) {
    schemaVersion = Self.currentSchemaVersion
    let ready = timeToReady?.milliseconds
    let order = ThreadOrder(tasks)
    let slack = LaunchSlack(tasks, ready: ready, order)
    criticalPath = ready == nil ? [] : Self.criticalPath(of: tasks, order)
    var tasks = tasks
    slack.fill(&tasks, critical: Set(criticalPath))
    self.tasks = tasks
    self.stoppedBy = stoppedBy
    self.isCancelled = isCancelled
    readyMilliseconds = ready
    totalMilliseconds = total.milliseconds
    readyLowerBoundMilliseconds = readyLowerBound?.milliseconds
  }

  /// The time from the start until the app was ready; nil if it isn't ready.
  public var timeToReady: Duration? { readyMilliseconds.map { Duration(milliseconds: $0) } }

  /// A time to ready that no order of the tasks could have beaten; nil if unknown.
  package var readyLowerBound: Duration? {
    readyLowerBoundMilliseconds.map { Duration(milliseconds: $0) }
  }

  /// Returns a time to ready that no order of the tasks could have beaten: the longest chain of
  /// tasks, or the work of a lane divided by its slots.
  ///
  /// - Complexity: O(V + E).
  static func readyLowerBound(of tasks: [Task], workers: Int) -> Duration {
    var ends = tasks.map { _ in Duration.zero }
    var (main, background) = (Duration.zero, Duration.zero)
    for position in tasks.indices where tasks[position].stage <= .beforeReady {
      let start = tasks[position].dependencies.lazy.map { ends[$0.position] }.max() ?? .zero
      // Waits between attempts count as work, so that the bound may be a little too high.
      let duration = max(.zero, tasks[position].duration ?? .zero)
      ends[position] = start + duration
      guard !tasks[position].isAsynchronous else { continue }
      if tasks[position].lane == .main { main += duration } else { background += duration }
    }
    return max(ends.max() ?? .zero, main, background / workers)
  }

  /// The time to ready as a multiple of its lower bound; nil if either is unknown or zero.
  package var readyRatio: Double? {
    guard let ready = readyMilliseconds, let bound = readyLowerBoundMilliseconds, bound > 0 else {
      return nil
    }
    return ready / bound
  }

  /// The time from the start to the end, or to this report if the launch goes on.
  public var total: Duration { Duration(milliseconds: totalMilliseconds) }

  /// The total time for which tasks held the main lane.
  ///
  /// A task that suspends on the main actor doesn't count, since others can use the lane meanwhile.
  package var mainLaneTime: Duration {
    tasks.lazy.filter(\.holdsMainLane).compactMap(\.duration).reduce(.zero, +)
  }

  /// The names of the tasks that were skipped or left out by safe mode, in launch order.
  public var skipped: [ModuleName] {
    tasks.filter { task in
      switch task.outcome {
      case .skipped, .quarantined: true
      default: false
      }
    }.map(\.name)
  }

  /// The names of the tasks that failed, timed out or were blocked, in launch order.
  public var failed: [ModuleName] {
    tasks.filter { $0.outcome?.isFailure == true }.map(\.name)
  }

  /// The names of the tasks that still waited for a milestone, in launch order.
  public var waiting: [ModuleName] {
    tasks.filter { !$0.awaitedMilestones.isEmpty }.map(\.name)
  }

  /// Finds a task.
  ///
  /// - Parameter name: The name of the task or join.
  /// - Returns: The task; nil if there is none with that name.
  /// - Complexity: O(n).
  public func task(named name: ModuleName) -> Task? { tasks.first { $0.name == name } }
}

extension LaunchReport {
  /// Decodes a report.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError.dataCorrupted` if the report has a schema version other than this
  ///   library's, or any other `DecodingError` if it is damaged.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try values.decode(Int.self, forKey: .schemaVersion)
    guard schemaVersion == Self.currentSchemaVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .schemaVersion, in: values,
        debugDescription: """
          The launch report has schema version \(schemaVersion); this library reads version \
          \(Self.currentSchemaVersion). Read it with the library that wrote it, or record it again.
          """)
    }
    tasks = try values.decode([Task].self, forKey: .tasks)
    criticalPath = try values.decode([ModuleName].self, forKey: .criticalPath)
    stoppedBy = try values.decodeIfPresent(ModuleName.self, forKey: .stoppedBy)
    isCancelled = try values.decode(Bool.self, forKey: .isCancelled)
    circumstances = try values.decodeIfPresent(Circumstances.self, forKey: .circumstances)
    shuffleSeed = try values.decodeIfPresent(UInt64.self, forKey: .shuffleSeed)
    notes = try values.decodeIfPresent([String].self, forKey: .notes) ?? []
    readyMilliseconds = try values.decodeIfPresent(Double.self, forKey: .readyMilliseconds)
    readyLowerBoundMilliseconds = try values.decodeIfPresent(
      Double.self, forKey: .readyLowerBoundMilliseconds)
    totalMilliseconds = try values.decode(Double.self, forKey: .totalMilliseconds)
  }
}

extension LaunchReport {
  /// The critical path with its times. Gaps and runs add up to the end of its last task.
  ///
  /// - Complexity: O(n log n).
  package var criticalSteps: [Step] {
    let names = Set(criticalPath)
    let positions = Dictionary(
      tasks.indices.lazy.filter { names.contains(tasks[$0].name) }.map { (tasks[$0].name, $0) },
      uniquingKeysWith: { first, _ in first })
    let order = ThreadOrder(tasks)
    var end = Duration.zero
    var before: Int?
    return criticalPath.compactMap { name in
      guard let position = positions[name], let finished = tasks[position].finished else {
        return nil
      }
      // Times in a damaged file may overlap, but no step has a negative duration.
      let started = max(end, tasks[position].started ?? finished)
      let holder = Self.holder(before: position, in: tasks, order)
      defer { (end, before) = (max(end, finished), position) }
      return Step(
        name: name, gap: started - end, waited: tasks[position].waited ?? .zero,
        ran: max(.zero, finished - started),
        isBehind: holder != nil && holder == before)
    }
  }

  /// Walks from the before-ready task that ended last back along the dependencies.
  static func criticalPath(of tasks: [Task], _ order: ThreadOrder) -> [ModuleName] {
    var last: Int?
    var lastEnd = 0.0
    for position in tasks.indices where tasks[position].stage <= .beforeReady {
      guard tasks[position].releasedBy != nil, let end = tasks[position].finishedMilliseconds else {
        continue
      }
      if last == nil || end >= lastEnd { (last, lastEnd) = (position, end) }
    }
    var path: [ModuleName] = []
    while let position = last, path.count < tasks.count {
      if tasks[position].startedMilliseconds != nil { path.append(tasks[position].name) }
      last = holder(before: position, in: tasks, order) ?? releaser(of: position, in: tasks)
    }
    return path.reversed()
  }

  /// Returns the task that held a waiting task's thread for most of its wait, by position; nil if
  /// there was none, or if the thread is unknown.
  private static func holder(
    before position: Int, in tasks: [Task], _ order: ThreadOrder
  ) -> Int? {
    guard let previous = order.previous[position],
      let queued = tasks[position].queuedMilliseconds,
      let started = tasks[position].startedMilliseconds, started > queued,
      let end = tasks[previous].finishedMilliseconds, end - queued > (started - queued) / 2
    else { return nil }
    return previous
  }

  /// Returns the position of the task or join that released or blocked another one; nil if there is
  /// none.
  package static func releaser(of position: Int, in tasks: [Task]) -> Int? {
    let name: ModuleName
    if case .dependency(let first) = tasks[position].releasedBy {
      name = first
    } else if case .blocked(let chain, _) = tasks[position].outcome, let first = chain.first {
      name = first
    } else {
      return nil
    }
    // By index, since copying every dependency would cost more than reading it. Positions in a file
    // may point anywhere, so only those that point back are followed.
    for index in tasks[position].dependencies.indices {
      let first = tasks[position].dependencies[index].position
      if first >= 0, first < position, tasks[first].name == name { return first }
    }
    return nil
  }
}

/// The output format of a launch report, for example of one requested with `GANTRY_REPORT`.
package enum LaunchReportForm: String, Sendable, CaseIterable {
  /// A summary, a timeline drawn with letters, and the critical path.
  case text
  /// A web page.
  case html
  /// The report itself, for `gantry report` and for programs.
  case json
  /// An SVG image of the timeline.
  case svg
  /// A trace for Perfetto and other trace viewers.
  case trace

  /// Creates the form that matches a file's name, ignoring case.
  ///
  /// - Parameter path: The file. The result is nil unless the name ends in `.txt`, `.html`,
  ///   `.json`, `.svg` or `.trace.json`.
  package init?(file path: String) {
    let path = path.lowercased()
    let endings: [(String, Self)] = [
      (".trace.json", .trace), (".json", .json), (".txt", .text), (".html", .html), (".svg", .svg),
    ]
    guard let form = endings.first(where: { path.hasSuffix($0.0) }) else { return nil }
    self = form.1
  }
}

extension LaunchReport {
  /// Returns the report in a form that needs no drawing; nil for all other forms.
  ///
  /// - Parameter form: The form.
  /// - Returns: A text that ends with a line break.
  /// - Throws: An error of `JSONEncoder`, for ``LaunchReportForm/json``.
  package func plainText(as form: LaunchReportForm) throws -> String? {
    switch form {
    case .text: "\(self)\n"
    case .json: try json() + "\n"
    case .html, .svg, .trace: nil
    }
  }

  /// Returns the report as JSON with sorted keys, so that equal reports give equal text.
  private func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
