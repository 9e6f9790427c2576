// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A problem that doesn't stop the launch.
package enum LaunchWarning: Sendable, Hashable {
  /// A task's token was completed more than once; the first call counts.
  case completedTwice(task: String)
  /// A task that blocks a thread timed out and has not returned, so there may be one thread more.
  case threadReplaced(task: String)
  /// The system gives no thread to tasks that block; said once in a run.
  case noThread(reason: String)
  /// An attempt of a task failed, and its ``RetryPolicy`` allows another one after a wait. Attempts
  /// are counted from 1 up to `attempts`; nil means no limit.
  case retried(task: String, failure: String, attempt: Int, attempts: Int?, wait: Duration)

  /// The name of the task that the warning is about; nil if it isn't about one.
  package var task: String? {
    switch self {
    case .completedTwice(let task), .threadReplaced(let task), .retried(let task, _, _, _, _): task
    case .noThread: nil
    }
  }
}

extension LaunchWarning: CustomStringConvertible {
  /// The task and its problem.
  package var description: String {
    switch self {
    case .completedTwice(let task):
      "\(task) completed its token a second time, which was ignored"
    case .threadReplaced(let task):
      """
      \(task) timed out and still occupies its thread, which it costs until it returns; another \
      thread runs the tasks after it
      """
    case .noThread(let reason):
      """
      no thread could be created for tasks that block: \(reason). Swift's pool runs them, which has \
      one thread for each core: each task that blocks occupies one of them. Raise the program's \
      limit on processes or memory, or quit other programs
      """
    case .retried(let task, let failure, let attempt, let attempts, let wait):
      """
      \(task) failed on attempt \(attempt)\(attempts.map { " of \($0)" } ?? ""): \(Wording.clause(failure)). \
      Retrying \(wait > .zero ? "in \(wait.text)" : "at once")
      """
    }
  }
}
