// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryLaunch
import Testing

@Suite(.timeLimit(.minutes(1))) struct ClockWaitTests {
  @Test(arguments: [
    Duration.zero, .milliseconds(3), .milliseconds(10), .seconds(1), .seconds(3600),
  ])
  func `a wait takes its time and no more`(duration: Duration) async throws {
    let clock = ManualClock()
    async let time: Void = clock.run()
    try await clock.wait(for: duration)
    #expect(clock.now.offset == duration)
    clock.stop()
    await time
  }

  @Test func `a wait whose time is over in its first step is over`() async throws {
    let clock = ManualClock()
    async let wait: Void = clock.wait(for: .seconds(10))
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    try await wait
  }

  @Test func `what a wait leaves behind is over no later than it lasted`() async throws {
    let clock = ManualClock()
    let waiting = Task { try await clock.wait(for: .seconds(3600)) }
    for _ in 0..<12 {
      await clock.sleepers(1)
      let left = try #require(clock.nextDeadline)
      #expect(left <= max(clock.now.offset, .milliseconds(10)))
      clock.advance(by: left)
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
