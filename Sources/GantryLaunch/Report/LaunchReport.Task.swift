// SPDX-License-Identifier: Apache-2.0

public import GantryText

extension LaunchReport {
  /// The record of one task or join; times count from the start of the launch.
  public struct Task: Sendable, Hashable, Codable {
    /// The name.
    public let name: String
    /// When it was to run, after promotion.
    public let stage: LaunchStage
    /// Where it ran.
    public let lane: LaunchLane
    /// Whether it has no body.
    public let isJoin: Bool
    private let suspends: Bool?
    private let statedRole: LaunchNode.Role?
    private let statedOwner: ModuleName?
    /// The thread or actor that ran it: `main`, one thread such as `worker 2`, any of the launch's
    /// own threads as `worker`, the `pool` of all tasks, or the `main actor`, which is free while
    /// the task is suspended; nil when it did not run, or that is not known.
    public let thread: String?
    /// Its dependencies, by position in ``LaunchReport/tasks``.
    public let dependencies: [LaunchPlan.Dependency]
    /// How it ended; nil while it has not.
    public let outcome: LaunchOutcome?
    /// Why it started when it did; nil when it did not start.
    package let releasedBy: Release?
    /// How many times it was tried.
    public let attempts: Int
    /// The error of the attempt before the last one; nil for a task that was not tried again.
    public let lastFailure: String?
    /// How it ended after it had timed out; nil when it had not, or has not ended.
    public let lateEnd: LaunchOutcome?
    private let missingMilestones: [String]?
    package let queuedMilliseconds: Double?
    package let startedMilliseconds: Double?
    package let finishedMilliseconds: Double?
    var slackMilliseconds: Double?

    /// The module or function that it belongs to.
    public var owner: ModuleName { statedOwner ?? ModuleName(ownerOf: name) }

    /// Its part in the life of its owner.
    public var role: LaunchNode.Role { statedRole ?? .task }

    /// Whether it suspends while it waits, and so does not hold its lane for as long as it runs.
    public var isAsynchronous: Bool { suspends ?? false }

    /// The milestones that it waited for and that had not been reached, sorted by name; empty once
    /// it has an outcome.
    public var awaitedMilestones: [String] { missingMilestones ?? [] }

    /// When nothing held it up any more but its lane.
    public var queued: Duration? { queuedMilliseconds.map { Duration(milliseconds: $0) } }

    /// When it began to run for the first time.
    public var started: Duration? { startedMilliseconds.map { Duration(milliseconds: $0) } }

    /// When its outcome was known.
    public var finished: Duration? { finishedMilliseconds.map { Duration(milliseconds: $0) } }

    /// How long it waited for its lane; nil when it did not run.
    public var waited: Duration? {
      guard let queued, let started else { return nil }
      return max(.zero, started - queued)
    }

    /// How long it ran, with waits between attempts; nil when it did not run or has not ended.
    public var duration: Duration? {
      guard let started, let finished else { return nil }
      return finished - started
    }

    /// How much later it could have ended without making *ready* later, all other tasks unchanged;
    /// for a task that *ready* did not depend on: without making the end of the launch later.
    ///
    /// Nil when it has not run to an end. Tasks that shared a thread keep the order they had.
    public var slack: Duration? { slackMilliseconds.map { Duration(milliseconds: $0) } }

    /// Makes the record of one task.
    ///
    /// - Parameters:
    ///   - task: The task as the plan has it.
    ///   - outcome: How it ended; nil while it has not.
    ///   - releasedBy: Why it started when it did.
    ///   - attempts: How many times it was tried.
    ///   - lastFailure: The error of the attempt before the last one.
    ///   - lateEnd: How it ended after it had timed out.
    ///   - queued: When nothing held it up any more but its lane, from the start of the launch.
    ///   - started: When it began to run.
    ///   - finished: When its outcome was known.
    ///   - thread: The thread or actor that ran it.
    ///   - reached: The milestones that have been reached.
    package init(
      _ task: LaunchPlan.Task, outcome: LaunchOutcome?, releasedBy: Release?, attempts: Int,
      lastFailure: String? = nil, lateEnd: LaunchOutcome? = nil, queued: Duration?,
      started: Duration?, finished: Duration?,
      thread: String? = nil, reached: Set<String> = []
    ) {
      name = task.name
      statedOwner = task.owner
      statedRole = task.role
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
      case name, stage, lane, isJoin, suspends, thread, dependencies, outcome, releasedBy, attempts
      case lastFailure, lateEnd, missingMilestones, queuedMilliseconds, startedMilliseconds
      case finishedMilliseconds, slackMilliseconds
      // A file of an earlier version has neither.
      case statedOwner = "owner"
      case statedRole = "role"
    }
  }
}

extension LaunchReport {
  /// A task on the critical path: how long *ready* waited for it to start, and for it to end.
  public struct Step: Sendable, Hashable {
    /// The name of the task.
    public let name: String
    /// How long it took from the end of the step before, or the start of the launch, to its start.
    public let waited: Duration
    /// How long it ran.
    public let ran: Duration
    /// Whether it waited for the step before to leave its thread, and not for its end as such.
    public let isBehind: Bool
  }
}

extension LaunchReport {
  /// Why a task started when it did: the last thing it waited for.
  package enum Release: Sendable, Hashable, Codable {
    /// The launch began.
    case start
    /// A task or join that it depends on settled.
    case dependency(String)
    /// It fits a gap that the plan found before *ready*.
    case gap
    /// The app was ready.
    case ready
    /// Nothing else was left to do.
    case idle
    /// A demand for it.
    case demand
    /// The app reached a milestone.
    case milestone(String)
  }
}
