// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
internal import Synchronization

/// Lets those go who wait for an application to be ready, with its report or the error.
final class ReadyGate: Sendable {
  typealias Outcome = Result<LaunchReport, ApplicationError>

  private struct State {
    var outcome: Outcome?
    var waiting: [Promise<Outcome>] = []
  }

  /// Invariant: with an outcome, nothing waits.
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
    let promise = Promise<Outcome>()
    let outcome = state.withLock { state in
      if state.outcome == nil { state.waiting.append(promise) }
      return state.outcome
    }
    if let outcome { return outcome }
    return await promise.value {
      self.state.withLock { state in state.waiting.removeAll { $0 === promise } }
      promise.resolve(.failure(.cancelled))
    }
  }

  private func set(_ outcome: Outcome, where isDue: (Outcome?) -> Bool) {
    let waiting = state.withLock { state -> [Promise<Outcome>] in
      guard isDue(state.outcome) else { return [] }
      state.outcome = outcome
      defer { state.waiting = [] }
      return state.waiting
    }
    for promise in waiting { promise.resolve(outcome) }
  }
}
