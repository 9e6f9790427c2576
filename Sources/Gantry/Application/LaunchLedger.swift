// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// How the nodes of a run have settled, for those who wait for one of them.
final class LaunchLedger: Sendable {
  private struct State {
    var outcomes: [String: LaunchOutcome] = [:]
    var waiters: [String: [Int: CheckedContinuation<LaunchOutcome?, Never>]] = [:]
    var lastWaiter = 0
  }

  /// Invariant: nobody waits for a node that has an outcome.
  private let state = Mutex(State())

  func settle(_ name: String, _ outcome: LaunchOutcome) {
    let waiters = state.withLock { state in
      state.outcomes[name] = outcome
      return state.waiters.removeValue(forKey: name)
    }
    for waiter in waiters?.values ?? [:].values { waiter.resume(returning: outcome) }
  }

  func outcome(of name: String) -> LaunchOutcome? { state.withLock { $0.outcomes[name] } }

  /// Forgets how nodes have settled: they are launched again.
  func forget(_ names: some Sequence<String>) {
    state.withLock { state in for name in names { state.outcomes[name] = nil } }
  }

  /// Waits until a node has settled; nil when the waiting task was cancelled before.
  func wait(for name: String) async -> LaunchOutcome? {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> LaunchOutcome?? in
          if let outcome = state.outcomes[name] { return outcome }
          // Asked under the lock: a cancellation that comes later finds the continuation.
          if Task.isCancelled { return .some(nil) }
          state.waiters[name, default: [:]][id] = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters[name]?.removeValue(forKey: id) }
      waiter?.resume(returning: nil)
    }
  }
}
