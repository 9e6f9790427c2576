// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Waits for the end of a task that is told through a ``LaunchToken``; does not keep the token.
final class LaunchCompletion: Sendable {
  /// The task let go of its token.
  struct Dropped: Error, CustomStringConvertible {
    let task: String
    var description: String {
      """
      \(task) let go of its token without an answer. Call complete() or fail(_:) on every path, \
      also where the callback is not called.
      """
    }
  }

  private struct State {
    var result: Result<Void, any Error>?
    var waiter: CheckedContinuation<Void, any Error>?
    var isAnswered = false
  }

  let task: String
  private let onSecondAnswer: @Sendable () -> Void
  /// Invariant: nobody waits when there is a result.
  private let state = Mutex(State())

  init(task: String, onSecondAnswer: @escaping @Sendable () -> Void) {
    self.task = task
    self.onSecondAnswer = onSecondAnswer
  }

  /// Takes the answer of whoever holds the token.
  func answer(_ result: Result<Void, any Error>) {
    let isFirst = state.withLock { state in
      defer { state.isAnswered = true }
      return !state.isAnswered
    }
    if isFirst { end(result) } else { onSecondAnswer() }
  }

  /// Ends the wait; only the first call counts.
  func end(_ result: Result<Void, any Error>) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard state.result == nil else { return nil }
      state.result = result
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(with: result)
  }

  func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }
}
