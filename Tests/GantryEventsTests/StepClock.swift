// SPDX-License-Identifier: Apache-2.0

import GantrySupport

/// A clock that a test moves by hand; its sleepers wake at their deadlines.
final class StepClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private struct State {
    var now = Instant()
    var sleepers: [(Instant, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  let sleeping = AsyncStream<Void>.makeStream()

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.now < deadline { state.sleepers.append((deadline, continuation)) }
        return state.now >= deadline
      }
      if isDue { continuation.resume() }
      sleeping.continuation.yield()
    }
    try Task.checkCancellation()
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.0 <= now }
      state.sleepers.removeAll { $0.0 <= now }
      return due.map(\.1)
    }
    due.forEach { $0.resume() }
  }
}
