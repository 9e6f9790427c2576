// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The body of a task, on its lane.
///
/// The node says separately, as `isAsynchronous`, whether the task takes a worker of its lane while
/// it runs; a body on `.worker` should, one on `.background` or `.callback` should not.
public enum LaunchBody: Sendable {
  /// Runs on the main actor, at one go.
  case main(@MainActor @Sendable () throws -> Void)
  /// Runs on a thread of the launch's own, which it may block: work that does not suspend.
  case worker(@concurrent @Sendable () async throws -> Void)
  /// Runs off the main actor on the pool of all tasks, which it must not block.
  case background(@concurrent @Sendable () async throws -> Void)
  /// Begins on the pool of all tasks, and ends when its token is completed.
  case callback(@concurrent @Sendable (LaunchToken) async throws -> Void)
}
