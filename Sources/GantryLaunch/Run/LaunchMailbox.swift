// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Carries the messages of a launch, in batches, to the loop that decides.
///
/// While the loop sleeps, a task that ended may borrow the right to decide. It handles its own end,
/// and continues with a task that waited for it. So a chain of tasks doesn't wake the loop.
final class LaunchMailbox: Sendable {
  enum Message: Sendable {
    case input(LaunchMachine.Input)
    case ended(task: Int, attempt: Int, LaunchOutcome, at: Duration)
    /// A caller waits for tasks to run again or to end.
    case awaited(LaunchPart)
    case acknowledged(task: Int)
    case rested(task: Int, attempt: Int)
    case hookReturned
    /// No thread can be created for tasks that block.
    case stranded(reason: String)
    /// A task waits until the launch is idle, after all messages before this one.
    case quietAsked(by: LaunchGate)
    /// Actions from a borrower that only the loop can carry out. This is the first message of its
    /// batch.
    case decided([LaunchMachine.Action])
  }

  private struct State {
    var messages: [Message] = []
    var reader: CheckedContinuation<Void, Never>?
    var began: [Duration?]
    /// Whether a task decides in place of the reader, which waits.
    var isLent = false
    /// The number of child tasks that have ended without a message.
    var over = 0
  }

  /// Invariant: while there is a message, no reader waits, unless the right to decide is lent out.
  private let state: Mutex<State>

  init(taskCount: Int) {
    state = Mutex(State(began: Array(repeating: nil, count: taskCount)))
  }

  func post(_ message: Message) {
    let reader = state.withLock { state in
      state.messages.append(message)
      return state.isLent ? nil : state.reader.take()
    }
    reader?.resume()
  }

  /// Borrows the right to decide, if the loop sleeps and has no messages to handle first.
  ///
  /// - Returns: Whether the right was available. If so, call ``giveBack(_:over:)`` without
  ///   suspending in between.
  func borrow() -> Bool {
    state.withLock { state in
      guard state.reader != nil, !state.isLent, state.messages.isEmpty else { return false }
      state.isLent = true
      return true
    }
  }

  /// Gives back the right to decide.
  ///
  /// - Parameters:
  ///   - message: The message for the loop; nil lets it sleep on.
  ///   - over: The number of child tasks that are over.
  func giveBack(_ message: Message?, over: Int) {
    let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.isLent = false
      state.over += over
      if let message { state.messages.insert(message, at: 0) }
      return state.messages.isEmpty ? nil : state.reader.take()
    }
    reader?.resume()
  }

  /// Records when a task began its first attempt; doesn't wake the loop.
  func begin(_ task: Int, at time: Duration) {
    state.withLock { state in
      if state.began[task] == nil { state.began[task] = time }
    }
  }

  var began: [Duration?] { state.withLock(\.began) }

  /// Forgets the start times of tasks that are taken back.
  func forget(_ tasks: some Sequence<Int>) {
    state.withLock { state in for task in tasks { state.began[task] = nil } }
  }

  /// Swaps the messages with an empty array; waits while there are none.
  ///
  /// - Returns: The number of child tasks that have ended without a message.
  func take(into batch: inout [Message]) async -> Int {
    batch.removeAll(keepingCapacity: true)
    while true {
      let over = state.withLock { state in
        swap(&state.messages, &batch)
        defer { if !batch.isEmpty { state.over = 0 } }
        return state.over
      }
      if !batch.isEmpty { return over }
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
