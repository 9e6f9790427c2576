// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A token that reports the end of a task that goes on after its function has returned.
///
/// The first call to ``complete()`` or ``fail(_:)`` counts; later calls are ignored and reported.
/// If the last reference goes away without either call, the task fails and says so. Timeouts apply
/// as to any task. The token ends one task; a `Reply` merges the answers of several listeners.
///
/// ```swift
/// module.launch("start", body: .callback { sdk, _, token in sdk.start { token.complete() } })
/// ```
public final class LaunchToken: Sendable {
  private let completion: LaunchCompletion

  init(_ completion: LaunchCompletion) { self.completion = completion }

  deinit { completion.end(.failure(LaunchCompletion.Dropped(task: completion.task))) }

  /// Reports that the task has succeeded.
  public func complete() { completion.answer(.success(())) }

  /// Reports that the task has failed.
  ///
  /// - Parameter error: The reason.
  public func fail(_ error: any Error) { completion.answer(.failure(error)) }
}

/// Waits for the end of a task that a ``LaunchToken`` reports, without retaining the token.
final class LaunchCompletion: Sendable {
  /// An error: the task released its token without a report.
  struct Dropped: Error, CustomStringConvertible {
    let task: String
    var description: String {
      """
      \(task) released its token without completing it. Call complete() or fail(_:) on every path, \
      even where the callback is not called.
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

  /// Takes the result from the token's holder.
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

/// The body of a task, with the kind of thread that it runs on.
///
/// The node's `isAsynchronous` says separately whether the task occupies a worker of its lane while
/// it runs. A `.worker` body should, but a `.background` or `.callback` body should not.
package enum LaunchBody: Sendable {
  /// Runs on the main actor without suspending.
  case main(@MainActor @Sendable () throws -> Void)
  /// Runs on one of the launch's own threads, which it may block. Use it for work that doesn't
  /// suspend.
  case worker(@concurrent @Sendable () async throws -> Void)
  /// Runs off the main actor on the shared pool, which it must not block.
  case background(@concurrent @Sendable () async throws -> Void)
  /// Begins on the shared pool, and ends when its token is completed.
  case callback(@concurrent @Sendable (LaunchToken) async throws -> Void)
}
