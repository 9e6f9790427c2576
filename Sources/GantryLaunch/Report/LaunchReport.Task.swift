// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchReport {
  /// What happened to one task or join; times count from the start of the launch.
  public struct Task: Sendable, Hashable, Codable {
    /// The name.
    public let name: String
    /// When it was to run, after promotion.
    public let stage: LaunchStage
    /// Where it ran.
    public let lane: LaunchLane
    /// Whether it has no body.
    public let isJoin: Bool
    /// How it ended; nil while it has not.
    public let outcome: LaunchOutcome?
    /// Why it started when it did; nil when it did not start.
    public let releasedBy: Release?
    /// How many times it was tried.
    public let attempts: Int
    /// How it ended after it had timed out; nil when it had not, or has not ended.
    public let lateEnd: LaunchOutcome?
    private let queuedMilliseconds: Double?
    private let startedMilliseconds: Double?
    private let finishedMilliseconds: Double?

    /// When nothing held it up any more but its lane.
    public var queued: Duration? { queuedMilliseconds.map { Duration(milliseconds: $0) } }

    /// When it began to run for the first time.
    public var started: Duration? { startedMilliseconds.map { Duration(milliseconds: $0) } }

    /// When its outcome was known.
    public var finished: Duration? { finishedMilliseconds.map { Duration(milliseconds: $0) } }

    /// How long it ran, with waits between tries; nil when it did not run or has not ended.
    public var duration: Duration? {
      guard let started, let finished else { return nil }
      return finished - started
    }

    init(
      _ task: LaunchPlan.Task, outcome: LaunchOutcome?, releasedBy: Release?, attempts: Int,
      lateEnd: LaunchOutcome?, queued: Duration?, started: Duration?, finished: Duration?
    ) {
      name = task.name
      stage = task.stage
      lane = task.lane
      isJoin = task.isJoin
      self.outcome = outcome
      self.releasedBy = releasedBy
      self.attempts = attempts
      self.lateEnd = lateEnd
      queuedMilliseconds = queued?.milliseconds
      startedMilliseconds = started?.milliseconds
      finishedMilliseconds = finished?.milliseconds
    }
  }
}
