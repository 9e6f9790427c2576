// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

extension LaunchReport {
  /// The record of one task or join. Times count from the start of the launch.
  public struct Task: Sendable, Hashable, Codable {
    /// The name.
    public let name: ModuleName
    /// The stage that it was planned for, after promotion.
    public let stage: LaunchStage
    /// The lane in which it ran.
    package let lane: LaunchLane
    /// Whether it has no body.
    package let isJoin: Bool
    private let suspends: Bool?
    /// The module or function that it belongs to.
    public let owner: ModuleName
    /// Its role in the life of its owner.
    package let role: LaunchNode.Role
    /// The thread or actor that ran it; nil if it did not run, or if the thread is unknown.
    ///
    /// The value is `main`, a single thread such as `worker 2`, `worker` for any of the launch's
    /// own threads, `pool` for the shared pool, or `main actor`, which is free while the task is
    /// suspended.
    package let thread: String?
    /// Its dependencies, by position in ``LaunchReport/tasks``.
    package let dependencies: [LaunchPlan.Dependency]
    /// The outcome; nil while it has not ended.
    public let outcome: LaunchOutcome?
    /// The reason why it started when it did; nil if it did not start.
    package let releasedBy: Release?
    /// The number of attempts.
    public package(set) var attempts: Int
    /// The error of the attempt before the last one; nil if it wasn't tried again.
    package let lastFailure: String?
    /// The outcome after a timeout; nil if it did not time out, or has not ended.
    package let lateEnd: LaunchOutcome?
    private let missingMilestones: [String]?
    package let queuedMilliseconds: Double?
    package let startedMilliseconds: Double?
    package let finishedMilliseconds: Double?
    var slackMilliseconds: Double?

    /// Whether it suspends while it waits, so that it doesn't hold its lane for as long as it runs.
    package var isAsynchronous: Bool { suspends ?? false }

    /// The milestones that it still waited for, sorted by name; empty once it has an outcome.
    package var awaitedMilestones: [String] { missingMilestones ?? [] }

    /// The time at which it waited only for its lane.
    package var queued: Duration? { queuedMilliseconds.map { Duration(milliseconds: $0) } }

    /// The time at which it first began to run.
    public var started: Duration? { startedMilliseconds.map { Duration(milliseconds: $0) } }

    /// The time at which its outcome was known.
    public var finished: Duration? { finishedMilliseconds.map { Duration(milliseconds: $0) } }

    /// How long it waited for its lane; nil if it did not run.
    package var waited: Duration? {
      guard let queued, let started else { return nil }
      return max(.zero, started - queued)
    }

    /// How long it ran, including waits between attempts; nil if it did not run, or has not ended.
    public var duration: Duration? {
      guard let started, let finished else { return nil }
      return finished - started
    }

    /// How much later it could have ended without delaying *ready*, with all other tasks unchanged.
    /// For a task that *ready* did not depend on, the end of the launch takes the place of *ready*.
    ///
    /// The slack is zero on the critical path, and nil if the task has not run to its end. Tasks
    /// that shared a thread keep their order.
    public var slack: Duration? { slackMilliseconds.map { Duration(milliseconds: $0) } }

    /// Creates the record of one task.
    ///
    /// - Parameters:
    ///   - task: The task in the plan.
    ///   - outcome: The outcome; nil while it has not ended.
    ///   - releasedBy: The reason why it started when it did.
    ///   - attempts: The number of attempts.
    ///   - lastFailure: The error of the attempt before the last one.
    ///   - lateEnd: The outcome after a timeout.
    ///   - queued: The time at which it waited only for its lane, from the start of the launch.
    ///   - started: The time at which it began to run.
    ///   - finished: The time at which its outcome was known.
    ///   - thread: The thread or actor that ran it.
    ///   - reached: The milestones that have been reached.
    package init(
      _ task: LaunchPlan.Task, outcome: LaunchOutcome?, releasedBy: Release?, attempts: Int,
      lastFailure: String? = nil, lateEnd: LaunchOutcome? = nil, queued: Duration?,
      started: Duration?, finished: Duration?,
      thread: String? = nil, reached: Set<String> = []
    ) {
      name = task.name
      owner = task.owner
      role = task.role
      stage = task.stage
      lane = task.lane
      suspends = task.isAsynchronous ? true : nil
      self.thread = thread
      let missing = outcome == nil ? task.milestones.filter { !reached.contains($0) } : []
      missingMilestones = missing.isEmpty ? nil : missing
      isJoin = task.isJoin
      dependencies = task.dependencies
      self.outcome = outcome
      self.releasedBy = releasedBy
      self.attempts = attempts
      self.lastFailure = lastFailure
      self.lateEnd = lateEnd
      queuedMilliseconds = queued?.milliseconds
      startedMilliseconds = started?.milliseconds
      finishedMilliseconds = finished?.milliseconds
    }

    private enum CodingKeys: String, CodingKey {
      case name, owner, role, stage, lane, isJoin, suspends, thread, dependencies, outcome
      case releasedBy, attempts, lastFailure, lateEnd, missingMilestones, queuedMilliseconds
      case startedMilliseconds, finishedMilliseconds, slackMilliseconds
    }
  }
}

extension LaunchReport {
  /// A task on the critical path: how long *ready* waited for it to start, and then to end.
  package struct Step: Sendable, Hashable {
    /// The name of the task.
    package let name: ModuleName
    /// The time between the end of the previous step and its start. Before the first step, the
    /// launch was planned.
    package let gap: Duration
    /// How long it waited for its lane, as ``Task/waited``.
    package let waited: Duration
    /// How long it ran.
    package let ran: Duration
    /// Whether it waited for the previous step only because both needed the same thread.
    package let isBehind: Bool
  }
}

extension LaunchReport {
  /// The reason why a task started when it did: the last thing that it waited for.
  package enum Release: Sendable, Hashable, Codable {
    /// The launch began.
    case start
    /// A task or join that it depends on settled.
    case dependency(ModuleName)
    /// The app was ready.
    case ready
    /// Nothing else was left to do.
    case idle
    /// Something asked for it.
    case demand
    /// The app reached a milestone.
    case milestone(String)
  }
}

extension LaunchReport.Task: PlannedTask {}

extension LaunchReport {
  /// The identity of the launch's plan.
  package var identity: PlanIdentity { PlanIdentity(tasks) }
}
