// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Synchronization

/// Carries what happens in a launch to the one loop that decides; takes whole batches out.
final class LaunchMailbox: Sendable {
  enum Message: Sendable {
    case input(LaunchMachine.Input)
    case ended(task: Int, LaunchOutcome, at: Duration)
    case acknowledged(task: Int)
    case rested(task: Int, attempt: Int)
    case hookReturned
    /// Somebody waits for quiet, by all that was posted before.
    case quietAsked(by: LaunchGate)
  }

  private struct State {
    var messages: [Message] = []
    var reader: CheckedContinuation<Void, Never>?
    var began: [Duration?]
  }

  /// Invariant: while there is a message, no reader waits.
  private let state: Mutex<State>

  init(taskCount: Int) {
    state = Mutex(State(began: Array(repeating: nil, count: taskCount)))
  }

  func post(_ message: Message) {
    let reader = state.withLock { state in
      state.messages.append(message)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Notes when a task began its first try; wakes nobody.
  func begin(_ task: Int, at time: Duration) {
    state.withLock { state in
      if state.began[task] == nil { state.began[task] = time }
    }
  }

  var began: [Duration?] { state.withLock(\.began) }

  /// Exchanges the messages for an empty array; waits while there are none.
  func take(into batch: inout [Message]) async {
    batch.removeAll(keepingCapacity: true)
    while true {
      state.withLock { state in swap(&state.messages, &batch) }
      if !batch.isEmpty { return }
      await withCheckedContinuation { continuation in
        let isFull = state.withLock { state in
          if state.messages.isEmpty { state.reader = continuation }
          return !state.messages.isEmpty
        }
        if isFull { continuation.resume() }
      }
    }
  }
}
