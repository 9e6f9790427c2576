// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Lets those go who wait for an application to be ready, with its report or the error.
final class ReadyGate: Sendable {
  typealias Outcome = Result<LaunchReport, ApplicationError>

  private struct State {
    var outcome: Outcome?
    var lastID = 0
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  }

  /// Invariant: with an outcome, nobody waits.
  private let state = Mutex(State())

  /// Whether the last launch came out well, and the application has not stopped since.
  var isReady: Bool {
    state.withLock { state in
      if case .success? = state.outcome { true } else { false }
    }
  }

  /// Forgets how the last launch came out: another begins.
  func close() { state.withLock { $0.outcome = nil } }

  /// Says how a launch came out; what has been said of it stays.
  func settle(_ outcome: Outcome) {
    set(outcome) { $0 == nil }
  }

  /// Says that the application is no longer ready, or is not going to be.
  func end() {
    set(.failure(.cancelled)) { outcome in
      if case .failure = outcome { false } else { true }
    }
  }

  /// Waits for an outcome; cancelled, it gives ``ApplicationError/cancelled``.
  func wait() async -> Outcome {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Asked under the lock: a cancellation that comes later finds the continuation.
        let outcome = state.withLock { state -> Outcome? in
          if let outcome = state.outcome { return outcome }
          if Task.isCancelled { return .failure(.cancelled) }
          state.waiters[id] = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?
        .resume(returning: .failure(.cancelled))
    }
  }

  private func set(_ outcome: Outcome, where isDue: (Outcome?) -> Bool) {
    let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      guard isDue(state.outcome) else { return [] }
      state.outcome = outcome
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }
}
