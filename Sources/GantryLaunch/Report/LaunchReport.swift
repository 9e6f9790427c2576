// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What happened in a launch, when, and why then: plain data that can be stored and compared.
public struct LaunchReport: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  public static let currentSchemaVersion = 1

  /// The version of the encoded form.
  public let schemaVersion: Int
  /// Every task and join, in launch order.
  public let tasks: [Task]
  /// The tasks that *ready* waited for one after the other, first to last; empty if not ready.
  public let criticalPath: [String]
  /// The essential task that stopped the launch; nil when none did.
  public let stoppedBy: String?
  /// Whether the launch was cancelled or stopped.
  public let isCancelled: Bool
  private let readyMilliseconds: Double?
  private let totalMilliseconds: Double

  init(
    tasks: [Task], criticalPath: [String], stoppedBy: String?, isCancelled: Bool,
    timeToReady: Duration?, total: Duration
  ) {
    schemaVersion = Self.currentSchemaVersion
    self.tasks = tasks
    self.criticalPath = criticalPath
    self.stoppedBy = stoppedBy
    self.isCancelled = isCancelled
    readyMilliseconds = timeToReady?.milliseconds
    totalMilliseconds = total.milliseconds
  }

  /// The time from the start until the app was ready; nil when it is not.
  public var timeToReady: Duration? { readyMilliseconds.map { Duration(milliseconds: $0) } }

  /// The time from the start to the end, or to this report where the launch goes on.
  public var total: Duration { Duration(milliseconds: totalMilliseconds) }

  /// The names of what was skipped, in launch order.
  public var skipped: [String] {
    tasks.filter { task in
      if case .skipped = task.outcome { true } else { false }
    }.map(\.name)
  }

  /// The names of what failed, timed out or was blocked, in launch order.
  public var failed: [String] {
    tasks.filter { $0.outcome?.isFailure == true }.map(\.name)
  }

  /// Finds a task.
  ///
  /// - Parameter name: The name of the task or join.
  /// - Returns: Nil when there is none of that name.
  /// - Complexity: O(n).
  public func task(named name: String) -> Task? { tasks.first { $0.name == name } }
}
