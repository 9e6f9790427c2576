// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GantrySupport

/// A point in the program's life that other code waits for.
final class Signpost: Sendable {
  static let ready = Signpost()
  static let greeted = Signpost()
  static let listening = Signpost()
  static let closed = Signpost()
  static let never = Signpost()

  private let state = Mutex<(isReached: Bool, waiters: [CheckedContinuation<Void, Never>])>(
    (false, []))

  /// Waits, even if the task is cancelled.
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

  /// Waits for SIGUSR1.
  static func userSignal() async {
    let (signs, sign) = AsyncStream.makeStream(of: Void.self)
    let source = DispatchSource.makeSignalSource(
      signal: SIGUSR1, queue: DispatchQueue(label: "fixture"))
    source.setEventHandler { @Sendable in sign.yield() }
    source.setRegistrationHandler { @Sendable in say("waits for SIGUSR1") }
    source.activate()
    for await _ in signs { break }
    source.cancel()
  }
}
