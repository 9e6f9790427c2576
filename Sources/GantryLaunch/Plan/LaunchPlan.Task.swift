// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryText

extension LaunchPlan {
  /// A node of the graph, at its place in the launch order.
  public struct Task: Sendable, Hashable, Codable {
    /// The name.
    public let name: String
    /// When it runs, after promotion.
    public let stage: LaunchStage
    /// When it asked to run.
    public let declaredStage: LaunchStage
    /// The node that needs it in an earlier stage than it asked for; nil when it was not promoted.
    public let promotedBy: String?
    /// Where it runs.
    public let lane: LaunchLane
    /// Whether it suspends while it waits, and so takes no worker of its lane.
    public let isAsynchronous: Bool
    /// Its place among all that wait for the same lane: lower first.
    public internal(set) var rank = 0
    /// How many tasks before ready must have begun on its lane before it may run ahead of *ready*;
    /// nil for before-ready tasks, and for tasks that wait until the app is ready.
    public internal(set) var runsAheadAfter: Int?
    /// The tie-break, the highest first.
    public let priority: Priority
    /// Its dependencies, in launch order.
    public internal(set) var dependencies: [Dependency]
    /// The milestones it waits for, sorted by name.
    public let milestones: [String]
    /// Whether it has no body.
    public let isJoin: Bool
    /// Whether its failure stops the launch.
    public let isEssential: Bool
    /// Whether and when it is tried again after a failure.
    public let retry: RetryPolicy
    /// Where it was declared, as `file:line`.
    public let declaredAt: String
    /// Why it does not run: the chain of reasons down to the cause; empty when it runs.
    public let skipped: [String]
    private let timeoutMilliseconds: Double?
    private let recordedNanoseconds: Int64?

    /// The longest time that one attempt may take; nil means no limit.
    public var timeout: Duration? { timeoutMilliseconds.map { Duration(milliseconds: $0) } }

    /// How long it took in earlier launches, as the plan was told; nil when it was not.
    public var recordedDuration: Duration? {
      recordedNanoseconds.map { .nanoseconds($0) }
    }

    init(
      _ node: LaunchNode, stage: LaunchStage, promotedBy: String?, dependencies: [Dependency],
      milestones: [String], skipped: [String], recorded: Duration?
    ) {
      name = node.name
      self.stage = stage
      declaredStage = node.stage
      self.promotedBy = promotedBy
      lane = node.lane
      isAsynchronous = node.isAsynchronous
      priority = node.priority
      self.dependencies = dependencies
      self.milestones = milestones
      isJoin = node.isJoin
      isEssential = node.isEssential
      retry = node.retry
      declaredAt = node.declaredAt
      self.skipped = skipped
      timeoutMilliseconds = node.timeout?.milliseconds
      recordedNanoseconds = recorded.map { Int64($0.nanoseconds(limit: .max)) }
    }
  }
}
