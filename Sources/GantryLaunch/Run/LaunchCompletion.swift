// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
internal import Synchronization

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
