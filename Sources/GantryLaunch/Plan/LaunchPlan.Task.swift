// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchPlan {
  /// A node of the graph, at its place in the launch order.
  public struct Task: Sendable, Hashable, Codable {
    /// The name.
    public let name: String
    /// When it runs, after promotion.
    public let stage: LaunchStage
    /// When it asked to run.
    public let declaredStage: LaunchStage
    /// Who needs it in an earlier stage than it asked for; nil when it was not promoted.
    public let promotedBy: String?
    /// Where it runs.
    public let lane: LaunchLane
    /// Whether it suspends while it waits, and so takes no worker of its lane.
    public let isAsynchronous: Bool
    /// The tie-break, 0 to 1000, lower first.
    public let priority: Int
    /// What it waits for, in launch order.
    public let dependencies: [Dependency]
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

    /// The longest time that one try may take; nil means no limit.
    public var timeout: Duration? { timeoutMilliseconds.map { Duration(milliseconds: $0) } }

    init(
      _ node: LaunchNode, stage: LaunchStage, promotedBy: String?, dependencies: [Dependency],
      milestones: [String], skipped: [String]
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
    }
  }
}
