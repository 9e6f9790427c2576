// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// A value that comes once, and the tasks that wait for it.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  /// Invariant: with a value, nothing waits.
  private let state = Mutex(State())

  package init() {}

  /// Gives the value; only the first one counts.
  package func resolve(_ value: Value) {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
      guard state.value == nil else { return [] }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  /// Waits for the value, also when the waiting task is cancelled.
  ///
  /// - Parameter onCancel: Called when the waiting task is cancelled; it may resolve the promise.
  /// - Returns: The value.
  package func value(onCancel: @Sendable () -> Void = {}) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.waiting.append(continuation) }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    } onCancel: {
      onCancel()
    }
  }
}
