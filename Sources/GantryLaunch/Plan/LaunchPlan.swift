// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The order in which everything launches: plain data that can be printed, compared and stored.
///
/// A plan is complete before anything runs. ``LaunchRun`` carries it out, ``LaunchMachine`` decides
/// on the way.
public struct LaunchPlan: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  public static let currentSchemaVersion = 2

  /// How many tasks and edges are simulated at most to find a better list, unless told otherwise.
  public static let defaultSearchBudget = 100_000

  /// The version of the encoded form.
  public let schemaVersion: Int
  /// Which task goes first where several need the same lane.
  public let policy: LaunchPolicy
  /// How many synchronous background tasks may run at a time.
  public let workers: Int
  /// Every node, in launch order.
  public let tasks: [Task]
  /// The milestones of the graph, sorted by name.
  public let milestones: [Milestone]

  /// How the order was shuffled; nil when it was not.
  public let shuffle: LaunchShuffle?

  init(
    tasks: [Task], milestones: [Milestone], policy: LaunchPolicy, workers: Int,
    shuffle: LaunchShuffle? = nil
  ) {
    schemaVersion = Self.currentSchemaVersion
    self.policy = policy
    self.workers = workers
    self.shuffle = shuffle
    self.tasks = tasks
    self.milestones = milestones
  }

  /// The names of all nodes that launch, in launch order, without the skipped ones.
  public var launchOrder: [String] { tasks.lazy.filter { $0.skipped.isEmpty }.map(\.name) }

  /// Finds a task.
  ///
  /// - Parameter name: The name of the task or join.
  /// - Returns: Nil when there is none of that name.
  /// - Complexity: O(n).
  public func task(named name: String) -> Task? { tasks.first { $0.name == name } }
}
