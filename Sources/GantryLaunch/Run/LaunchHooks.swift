// SPDX-License-Identifier: Apache-2.0

package import GantryText

/// Closures that a launch calls while it runs.
///
/// Hooks for different tasks may run at the same time. When the launch is cancelled, so is the task
/// in which a hook runs; a hook that must finish ignores the cancellation.
package struct LaunchHooks: Sendable {
  /// Called once for every task that settles, before its dependents may run.
  ///
  /// The launch makes these calls on any thread, one at a time. It decides nothing until a call
  /// returns, so the closure must not block.
  package var onSettled: (@Sendable (String, LaunchOutcome) -> Void)?
  /// Called once for every join that is reached, before it settles. The launch awaits the closure
  /// that this returns first.
  package var onJoin: (@Sendable (String) -> (@concurrent @Sendable () async -> Void)?)?
  /// Called once when the app is ready. ``LaunchRun/ready()`` waits until the call returns.
  package var onReady: (@Sendable () async -> Void)?
  /// Called once when an essential task stops the launch, before or after *ready*.
  package var onStop: (@Sendable (LaunchError) async -> Void)?
  /// Called at once, on any thread, for each problem that doesn't stop the launch.
  package var onWarning: (@Sendable (LaunchWarning) -> Void)?

  /// Creates hooks.
  ///
  /// - Parameters:
  ///   - onSettled: A closure to call for every task that settles, with its name and outcome. It
  ///     must not block.
  ///   - onReady: A closure to call when the app is ready.
  ///   - onStop: A closure to call when an essential task stops the launch.
  ///   - onWarning: A closure to call for each problem that doesn't stop the launch.
  package init(
    onSettled: (@Sendable (String, LaunchOutcome) -> Void)? = nil,
    onReady: (@Sendable () async -> Void)? = nil,
    onStop: (@Sendable (LaunchError) async -> Void)? = nil,
    onWarning: (@Sendable (LaunchWarning) -> Void)? = nil
  ) {
    self.onSettled = onSettled
    self.onReady = onReady
    self.onStop = onStop
    self.onWarning = onWarning
  }
}

/// A problem that doesn't stop the launch.
@nonexhaustive
package enum LaunchWarning: Sendable, Hashable {
  /// A task's token was completed more than once; the first call counts.
  case completedTwice(task: String)
  /// A task holds the main actor, or other code keeps tasks from it, for at least the reported
  /// time.
  case mainActorHeld(MainActorHeld)
  /// A task that blocks a thread timed out and has not returned, so another thread takes its place.
  case threadReplaced(task: String)
  /// An attempt of a task failed, and its ``RetryPolicy`` allows another one after a wait. Attempts
  /// are counted from 1 up to `attempts`.
  case retried(task: String, failure: String, attempt: Int, attempts: Int, wait: Duration)

  /// The name of the task that the warning is about.
  package var task: String {
    switch self {
    case .completedTwice(let task), .threadReplaced(let task), .retried(let task, _, _, _, _): task
    case .mainActorHeld(let held): (held.code ?? held.waiting.first)?.name ?? ""
    }
  }
}

extension LaunchWarning: CustomStringConvertible {
  /// The task and its problem.
  package var description: String {
    switch self {
    case .completedTwice(let task):
      "\(task) completed its token a second time, which was ignored"
    case .mainActorHeld(let held): held.description
    case .threadReplaced(let task):
      "\(task) timed out and still occupies its thread; another thread runs the tasks after it"
    case .retried(let task, let failure, let attempt, let attempts, let wait):
      """
      \(task) failed on attempt \(attempt) of \(attempts): \(failure). Retrying \
      \(wait > .zero ? "in \(wait.text)" : "at once")
      """
    }
  }
}
