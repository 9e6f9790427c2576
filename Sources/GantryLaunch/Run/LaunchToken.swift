// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

/// The right to say, once, how a task has ended that goes on after its function returned.
///
/// The first call of ``complete()`` or ``fail(_:)`` counts; a second is ignored and reported. When
/// the last reference goes without either, the task fails and says so. Timeouts hold as for any task.
///
/// ```swift
/// module.launch("start", body: .callback { sdk, _, token in sdk.start { token.complete() } })
/// ```
public final class LaunchToken: Sendable {
  private let completion: LaunchCompletion

  init(_ completion: LaunchCompletion) { self.completion = completion }

  deinit { completion.end(.failure(LaunchCompletion.Dropped(task: completion.task))) }

  /// Says that the task has succeeded.
  public func complete() { completion.answer(.success(())) }

  /// Says that the task has failed.
  ///
  /// - Parameter error: The reason.
  public func fail(_ error: any Error) { completion.answer(.failure(error)) }
}

/// Waits for the end of a task that is told through a ``LaunchToken``; does not keep the token.
final class LaunchCompletion: Sendable {
  /// The task dropped its token.
  struct Dropped: Error, CustomStringConvertible {
    let task: String
    var description: String {
      """
      \(task) let go of its token without an answer. Call complete() or fail(_:) on every path, \
      also where the callback is not called.
      """
    }
  }

  let task: String
  private let onSecondAnswer: @Sendable () -> Void
  private let isAnswered = Atomic(false)
  private let promise = Promise<Result<Void, any Error>>()

  init(task: String, onSecondAnswer: @escaping @Sendable () -> Void) {
    self.task = task
    self.onSecondAnswer = onSecondAnswer
  }

  /// Takes the answer of the token's holder.
  func answer(_ result: Result<Void, any Error>) {
    let isFirst = !isAnswered.exchange(true, ordering: .acquiringAndReleasing)
    if isFirst { end(result) } else { onSecondAnswer() }
  }

  /// Ends the wait; only the first call counts.
  func end(_ result: Result<Void, any Error>) { promise.resolve(result) }

  func wait() async throws {
    try await promise.value { self.end(.failure(CancellationError())) }.get()
  }
}

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
