// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// async let answer = fetch(timeout: .seconds(5), clock: clock)
/// await clock.sleeping()                // something waits by the clock
/// clock.advance(by: .seconds(5))
/// ```
public final class TestClock: Clock, Sendable {
  /// A moment of a ``TestClock``: the time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    init(offset: Duration) { self.offset = offset }

    /// The moment that lies later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one moment is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    /// True when its time has come; false when it is cancelled.
    let isDue: Promise<Bool>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var watchers: [(count: Int, isReached: Promise<Void>)] = []
  }

  /// Guards that a sleeper sleeps only while its deadline is to come.
  private let state = Mutex(State())

  /// Makes a clock at zero.
  public init() {}

  /// The moment at which the clock stands.
  public var now: Instant { state.withLock(\.now) }

  /// Zero: a test clock can be moved by any time.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock was moved to a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment; one that has passed does not sleep at all.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let isDue = Promise<Bool>()
    guard let id = enter(Sleeper(deadline: deadline, isDue: isDue)) else { return }
    let isAwake = await isDue.value {
      state.withLock { $0.sleepers[id] = nil }
      isDue.resolve(false)
    }
    if !isAwake { throw CancellationError() }
  }

  /// Moves the clock, and wakes all that slept until then, earliest first.
  ///
  /// The clock jumps: a woken task goes on by itself, and sleeps again from the new moment on; this
  /// call does not wait for it. A loop that sleeps for a second wakes once, however far the clock
  /// is moved; to let it go round ten times, ``sleeping(atLeast:)`` and move by a second, ten times.
  ///
  /// - Parameter duration: How far.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        .map(\.value.isDue)
    }
    for isDue in due { isDue.resolve(true) }
  }

  /// Waits until so many sleep by this clock, or the waiting task is cancelled, as a test's is when its
  /// time limit is over.
  ///
  /// - Parameter count: How many, at least one.
  public func sleeping(atLeast count: Int = 1) async {
    let isReached = Promise<Void>()
    let waits = state.withLock { state in
      guard state.sleepers.count < count else { return false }
      state.watchers.append((count, isReached))
      return true
    }
    guard waits, await isReached.valueUnlessCancelled() == nil else { return }
    state.withLock { $0.watchers.removeAll { $0.isReached === isReached } }
  }

  /// Puts a sleeper to sleep; nil when its time has come.
  private func enter(_ sleeper: Sleeper) -> Int? {
    let (id, reached) = state.withLock { state -> (Int?, [Promise<Void>]) in
      guard sleeper.deadline > state.now else { return (nil, []) }
      state.nextID += 1
      state.sleepers[state.nextID] = sleeper
      let sleeping = state.sleepers.count
      let reached = state.watchers.filter { $0.count <= sleeping }
      state.watchers.removeAll { $0.count <= sleeping }
      return (state.nextID, reached.map(\.isReached))
    }
    for isReached in reached { isReached.resolve() }
    return id
  }
}
