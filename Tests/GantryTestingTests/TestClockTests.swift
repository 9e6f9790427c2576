// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport
import Testing

@Suite struct TestClockTests {
  @Test func `sleeping until a time that has passed returns at once`() async throws {
    let clock = TestClock()
    try await clock.sleep(for: .zero)
    clock.advance(by: .seconds(1))
    try await clock.sleep(until: clock.now)
    #expect(clock.now.offset == .seconds(1))
  }

  @Test func `a sleeper wakes when the clock has advanced far enough`() async throws {
    let clock = TestClock()
    let isAwake = Mutex(false)
    async let sleeper: Void = {
      try await clock.sleep(for: .seconds(3))
      isAwake.withLock { $0 = true }
    }()
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(2))
    #expect(isAwake.withLock { $0 } == false)
    clock.advance(by: .seconds(1))
    try await sleeper
    #expect(isAwake.withLock { $0 })
  }

  @Test func `a cancelled sleeper wakes with an error`() async throws {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
    await clock.waitUntilSleeping()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(3))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test(arguments: [(by: 1, rounds: 10), (by: 5, rounds: 2), (by: 10, rounds: 1)])
  func `a sleeping loop runs once per advance of the clock`(
    by seconds: Int, rounds: Int
  )
    async throws
  {
    let clock = TestClock()
    let woken = Mutex<[Duration]>([])
    let loop = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        woken.withLock { $0.append(clock.now.offset) }
      }
    }
    for _ in 0..<rounds {
      await clock.waitUntilSleeping()
      clock.advance(by: .seconds(seconds))
    }
    await clock.waitUntilSleeping()
    #expect(woken.withLock(\.self) == (1...rounds).map { .seconds($0 * seconds) })
    loop.cancel()
    await #expect(throws: CancellationError.self) { try await loop.value }
  }

  @Test(.timeLimit(.minutes(1)))
  func `cancelling its task ends a wait for sleepers`() async throws {
    let clock = TestClock()
    let waiting = Task { await clock.waitUntilSleeping(atLeast: 2) }
    let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
    await clock.waitUntilSleeping()
    waiting.cancel()
    await waiting.value
    clock.advance(by: .seconds(3))
    try await sleeper.value
  }
}
