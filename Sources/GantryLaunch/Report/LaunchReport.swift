// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The record of a launch, with times and reasons: plain data that can be stored and compared.
///
/// ``description`` shows it as text. The library `GantryReports` shows it as a page or in a trace
/// viewer, compares launches, and checks them against budgets.
public struct LaunchReport: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  public static let currentSchemaVersion = 3

  /// The version of the encoded form.
  public let schemaVersion: Int
  /// Every task and join, in launch order.
  public let tasks: [Task]
  /// The tasks that *ready* waited for one after the other, first to last; empty if not ready.
  ///
  /// Each let the next one go, or had the thread that the next one waited for.
  public let criticalPath: [String]
  /// The essential task that stopped the launch; nil when none did.
  public let stoppedBy: String?
  /// Whether the launch was cancelled or stopped.
  public let isCancelled: Bool
  /// The seed of the random order that it was launched in; nil when its order was not shuffled.
  public internal(set) var shuffleSeed: UInt64?
  /// Other remarks on this launch, a sentence each, such as a damaged profile.
  public package(set) var notes: [String] = []
  package let readyMilliseconds: Double?
  package let readyLowerBoundMilliseconds: Double?
  package let totalMilliseconds: Double

  /// Makes a report, and works out its critical path and the slack of its tasks.
  ///
  /// - Parameters:
  ///   - tasks: Every task and join, in launch order.
  ///   - stoppedBy: The essential task that stopped the launch.
  ///   - isCancelled: Whether the launch was cancelled or stopped.
  ///   - timeToReady: The time from the start until the app was ready; nil when it is not.
  ///   - total: The time from the start to the end, or to the report.
  ///   - readyLowerBound: The shortest time to ready that any order could reach; nil if not known.
  /// - Complexity: O(V log V + E).
  package init(
    tasks: [Task], stoppedBy: String? = nil, isCancelled: Bool = false, timeToReady: Duration?,
    total: Duration, readyLowerBound: Duration? = nil
  ) {
    schemaVersion = Self.currentSchemaVersion
    let ready = timeToReady?.milliseconds
    let order = ThreadOrder(tasks)
    let slack = LaunchSlack(tasks, ready: ready, order)
    criticalPath = ready == nil ? [] : Self.criticalPath(of: tasks, order)
    var tasks = tasks
    slack.fill(&tasks)
    self.tasks = tasks
    self.stoppedBy = stoppedBy
    self.isCancelled = isCancelled
    readyMilliseconds = ready
    totalMilliseconds = total.milliseconds
    readyLowerBoundMilliseconds = readyLowerBound?.milliseconds
  }

  /// The time from the start until the app was ready; nil when it is not.
  public var timeToReady: Duration? { readyMilliseconds.map { Duration(milliseconds: $0) } }

  /// The shortest time to ready that any order could have reached; nil when it is not known.
  public var readyLowerBound: Duration? {
    readyLowerBoundMilliseconds.map { Duration(milliseconds: $0) }
  }

  /// The time to ready as a multiple of its lower bound; nil when one of them is not known or zero.
  public var readyRatio: Double? {
    guard let ready = readyMilliseconds, let bound = readyLowerBoundMilliseconds, bound > 0 else {
      return nil
    }
    return ready / bound
  }

  /// The time from the start to the end, or to this report where the launch goes on.
  public var total: Duration { Duration(milliseconds: totalMilliseconds) }

  /// How long the main lane was taken by tasks, all together.
  ///
  /// A task of the main actor that suspends is not counted: others have the lane meanwhile.
  public var mainLaneTime: Duration {
    tasks.lazy.filter(\.holdsMainLane).compactMap(\.duration).reduce(.zero, +)
  }

  /// The names of the skipped tasks, in launch order.
  public var skipped: [String] {
    tasks.filter { task in
      if case .skipped = task.outcome { true } else { false }
    }.map(\.name)
  }

  /// The names of the tasks that failed, timed out or were blocked, in launch order.
  public var failed: [String] {
    tasks.filter { $0.outcome?.isFailure == true }.map(\.name)
  }

  /// The names of the tasks that waited for a milestone which had not been reached, in launch
  /// order.
  public var waiting: [String] { tasks.filter { !$0.awaitedMilestones.isEmpty }.map(\.name) }

  /// Finds a task.
  ///
  /// - Parameter name: The name of the task or join.
  /// - Returns: Nil when there is none of that name.
  /// - Complexity: O(n).
  public func task(named name: String) -> Task? { tasks.first { $0.name == name } }
}
