// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// async let answer = fetch(timeout: .seconds(5), clock: clock)
/// await clock.waitUntilSleeping()  // something waits by the clock
/// clock.advance(by: .seconds(5))
/// ```
public final class TestClock: Clock, Sendable {
  /// An instant of a ``TestClock``: the time since the clock was created.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public let offset: Duration

    init(offset: Duration) { self.offset = offset }

    /// Returns the instant that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether the first instant is before the second.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    /// True when the deadline has come; false if the sleep is cancelled.
    let isDue: Promise<Bool>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var watchers: [(count: Int, isReached: Promise<Void>)] = []
  }

  /// Invariant: a sleeper sleeps only while its deadline is in the future.
  private let state = Mutex(State())

  /// Creates a clock at zero.
  public init() {}

  /// The current instant of the clock.
  public var now: Instant { state.withLock(\.now) }

  /// Zero, since you can advance a test clock by any duration.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the clock has been advanced to a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The deadline; if it has passed, the call returns at once.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled first.
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

  /// Advances the clock, and wakes all sleepers whose deadlines have come, earliest first.
  ///
  /// The clock jumps: a woken task continues on its own, and its next sleep starts from the new
  /// instant. This call doesn't wait for it. So a loop that sleeps for a second wakes once, however
  /// far the clock advances. To run it ten times, call ``waitUntilSleeping(atLeast:)`` and advance by a
  /// second, ten times.
  ///
  /// - Parameter duration: The time to advance by.
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

  /// Waits until at least `count` tasks sleep by this clock, or the waiting task is cancelled, as a
  /// test's is when its time limit is over.
  ///
  /// - Parameter count: How many, at least one.
  public func waitUntilSleeping(atLeast count: Int = 1) async {
    let isReached = Promise<Void>()
    let waits = state.withLock { state in
      guard state.sleepers.count < count else { return false }
      state.watchers.append((count, isReached))
      return true
    }
    guard waits, await isReached.valueUnlessCancelled() == nil else { return }
    state.withLock { $0.watchers.removeAll { $0.isReached === isReached } }
  }

  /// Adds a sleeper; nil if its deadline has come.
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
