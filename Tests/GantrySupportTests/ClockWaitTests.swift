// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

/// A clock whose sleeps end immediately and advance its time; it records their bounds.
private final class LeapingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private let state = Mutex<(now: Instant, sleeps: [Range<Duration>])>((Instant(), []))
  /// The extra duration of each sleep.
  private let lateness: Duration

  init(lateness: Duration = .zero) { self.lateness = lateness }

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .zero }
  /// The start and end of each requested sleep.
  var sleeps: [Range<Duration>] { state.withLock(\.sleeps) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(state.now.offset..<deadline.offset)
      state.now = deadline.advanced(by: lateness)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct ClockWaitTests {
  @Test(arguments: [
    Duration.zero, .milliseconds(3), .milliseconds(10), .seconds(1), .seconds(3600),
  ])
  func `a wait takes its time and no more`(duration: Duration) async throws {
    let clock = LeapingClock()
    try await clock.wait(for: duration)
    #expect(clock.now.offset == duration)
  }

  @Test func `a wait that a late first step exceeds ends with that step`() async throws {
    let clock = LeapingClock(lateness: .seconds(10))
    try await clock.wait(for: .seconds(10))
    #expect(clock.sleeps.count == 1)
  }

  @Test func `a cancelled wait leaves a sleep no longer than the wait so far`() async throws {
    let clock = LeapingClock()
    try await clock.wait(for: .seconds(3600))
    for sleep in clock.sleeps {
      #expect(sleep.upperBound - sleep.lowerBound <= max(sleep.lowerBound, .milliseconds(10)))
    }
    // The steps double: an hour is about twenty.
    #expect(clock.sleeps.count == 20)
  }

  @Test func `a cancelled wait ends`() async {
    let waiting = Task { try await LeapingClock().wait(for: .seconds(3600)) }
    waiting.cancel()
    // Whichever came first, the wait is over, and nothing is left of the hour.
    switch await waiting.result {
    case .success: break
    case .failure(let error): #expect(error is CancellationError)
    }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await LeapingClock().wait(for: .seconds(3600))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }
}
