// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct MutexTests {
  /// A value that can't be copied, which a lock can hold, too.
  private struct Ticket: ~Copyable { var number = 0 }

  private struct Refused: Error, Equatable {}

  private final class Shared: Sendable {
    let count = Mutex(0)
    let ticket = Mutex(Ticket())
  }

  @Test func `one task at a time changes the value`() async {
    let shared = Shared()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 {
            shared.count.withLock { $0 += 1 }
            shared.ticket.withLock { $0.number += 1 }
          }
        }
      }
    }
    #expect(shared.count.withLock { $0 } == 8_000)
    #expect(shared.ticket.withLock { $0.number } == 8_000)
  }

  @Test func `an attempt fails while the lock is held, and succeeds afterwards`() {
    let lock = Mutex(1)
    let isRefused = lock.withLock { _ in lock.withLockIfAvailable { $0 } == nil }
    #expect(isRefused)
    #expect(lock.withLockIfAvailable { $0 + 1 } == 2)
  }

  @Test func `a thread that ends the process doesn't wait for itself`() {
    let lock = Mutex(1)
    let isRefused = lock.withLock { _ in lock.withLockAtExit { $0 } == nil }
    #expect(isRefused)
    #expect(lock.withLockAtExit { $0 + 1 } == 2)
  }

  @Test func `an error of the closure reaches the caller, and the lock is free`() {
    let lock = Mutex(1)
    #expect(throws: Refused()) {
      try lock.withLock { value throws(Refused) in
        value = 2
        throw Refused()
      }
    }
    #expect(lock.withLock { $0 } == 2)
  }
}
