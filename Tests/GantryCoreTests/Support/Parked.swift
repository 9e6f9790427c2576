// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport

/// Holds one continuation until a test releases it; a test can wait for its arrival.
enum Parked {
  private static let state = Mutex<
    (parked: CheckedContinuation<Void, Never>?, waiter: CheckedContinuation<Void, Never>?)
  >((nil, nil))

  static func keep(_ continuation: CheckedContinuation<Void, Never>) {
    let waiter = state.withLock { state in
      state.parked = continuation
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  static func reached() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.parked == nil { state.waiter = continuation }
        return state.parked != nil
      }
      if isThere { continuation.resume() }
    }
  }

  static func release() {
    state.withLock { state in
      defer { state.parked = nil }
      return state.parked
    }?.resume()
  }
}

extension EventBus {
  /// Waits for an event that is never sent, until the task is cancelled.
  func neverEnds() async throws {
    for await _ in stream(of: Never1.self, bufferingNewest: 1) {}
    try Task.checkCancellation()
  }
}

private struct Never1: Event {}
