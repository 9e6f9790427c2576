// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Synchronization

/// A point in the program's life that others wait for.
final class Signpost: Sendable {
  static let ready = Signpost()
  static let never = Signpost()

  private let state = Mutex<(isReached: Bool, waiters: [CheckedContinuation<Void, Never>])>(
    (false, []))

  /// Waits, also when the task is cancelled.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if !state.isReached { state.waiters.append(continuation) }
        return state.isReached
      }
      if isReached { continuation.resume() }
    }
  }

  func reach() {
    let waiters = state.withLock { state in
      defer { state = (true, []) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the task is cancelled.
  static func cancellation() async throws {
    for await _ in AsyncStream(Void.self, { _ in }) {}
    try Task.checkCancellation()
  }
}
