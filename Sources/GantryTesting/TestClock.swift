// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// async let answer = fetch(timeout: .seconds(5), clock: clock)
/// await clock.sleeping()                // somebody waits by the clock
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
    /// nil until the sleeper has really gone to sleep.
    var continuation: CheckedContinuation<Void, any Error>?
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    var sleeping: Int { sleepers.count { $0.value.continuation != nil } }
  }

  /// Invariant: each continuation is taken out before it is resumed, so that it is resumed once.
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
    let id = state.withLock { state in
      state.nextID += 1
      state.sleepers[state.nextID] = Sleeper(deadline: deadline)
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enter(id, $0) }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation?.resume(throwing: CancellationError())
    }
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
      let due = state.sleepers.filter {
        $0.value.deadline <= state.now && $0.value.continuation != nil
      }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        .compactMap(\.value.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Waits until so many sleep by this clock.
  ///
  /// - Parameter count: How many, at least one.
  public func sleeping(atLeast count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.sleeping < count { state.watchers.append((count, continuation)) }
        return state.sleeping >= count
      }
      if isReached { continuation.resume() }
    }
  }

  /// Puts a sleeper to sleep, unless it was cancelled or its time has come meanwhile.
  private func enter(_ id: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    enum Verdict { case sleeps, isDue, isCancelled }
    let (verdict, watchers) = state.withLock { state in
      guard let sleeper = state.sleepers[id] else {
        return (Verdict.isCancelled, [CheckedContinuation<Void, Never>]())
      }
      if sleeper.deadline <= state.now {
        state.sleepers[id] = nil
        return (.isDue, [])
      }
      state.sleepers[id]?.continuation = continuation
      let sleeping = state.sleeping
      let ready = state.watchers.filter { $0.count <= sleeping }
      state.watchers.removeAll { $0.count <= sleeping }
      return (.sleeps, ready.map(\.continuation))
    }
    switch verdict {
    case .sleeps: break
    case .isDue: continuation.resume()
    case .isCancelled: continuation.resume(throwing: CancellationError())
    }
    for watcher in watchers { watcher.resume() }
  }
}
