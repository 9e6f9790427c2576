// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
internal import Synchronization

/// The end of another program: one thread waits for it, another says how it ended.
final class ChildEnd: Sendable {
  private let status = Mutex<Int32?>(nil)
  private let signal = DispatchSemaphore(value: 0)

  /// Says how it ended; once.
  func set(_ status: Int32) {
    self.status.withLock { $0 = status }
    signal.signal()
  }

  /// Waits for the end.
  ///
  /// - Parameter limit: The longest wait; nil means no limit.
  /// - Returns: Nil when the wait was too long.
  func wait(_ limit: Duration?) -> Int32? {
    if let limit {
      let nanoseconds = Int(limit / .nanoseconds(1))
      guard signal.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return nil }
    } else {
      signal.wait()
    }
    return status.withLock { $0 }
  }
}
