// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantrySupport

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, Sendable {
  typealias Duration = Swift.Duration

  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private typealias Sleeper = CheckedContinuation<Void, any Error>
  private typealias Watcher = CheckedContinuation<Bool, Never>

  private struct State {
    var now = Instant()
    var nextID = 0
    var sleepers: [Int: (deadline: Instant, continuation: Sleeper)] = [:]
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, continuation: Watcher)] = []
    var isStopped = false
  }

  /// Invariant: the deadline of every sleeper is in the future.
  private let state = Mutex(State())
  private let entered = DispatchSemaphore(value: 0)
  let minimumResolution = Duration.zero
  var now: Instant { state.withLock(\.now) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enter(id, deadline, $0) }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func enter(_ id: Int, _ deadline: Instant, _ continuation: Sleeper) {
    var watchers: [Watcher] = []
    let wake: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.contains(id) { return .failure(CancellationError()) }
      if deadline <= state.now { return .success(()) }
      state.sleepers[id] = (deadline, continuation)
      let count = state.sleepers.count
      watchers = state.watchers.filter { $0.count <= count }.map(\.continuation)
      state.watchers.removeAll { $0.count <= count }
      return nil
    }
    if let wake { continuation.resume(with: wake) }
    entered.signal()
    for watcher in watchers { watcher.resume(returning: true) }
  }

  /// Waits for this many sleepers; returns false if the clock is stopped first.
  @discardableResult
  func sleepers(_ count: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.isStopped { return false }
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Blocks the thread until a task sleeps, for tests that cannot suspend.
  func waitForSleeper() { entered.wait() }

  /// The time until the next deadline; nil when there is no sleeper.
  var nextDeadline: Duration? {
    state.withLock { state in
      state.sleepers.values.lazy.map(\.deadline).min().map { state.now.duration(to: $0) }
    }
  }

  func advance(by duration: Duration) { advance { $0.now.advanced(by: duration) } }

  /// Advances to the next deadline whenever there is a sleeper, until the clock is stopped.
  func run() async {
    while await sleepers(1) {
      advance { $0.sleepers.values.lazy.map(\.deadline).min() ?? $0.now }
    }
  }

  /// Lets ``run()`` return.
  func stop() {
    let watchers = state.withLock { state in
      state.isStopped = true
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.continuation.resume(returning: false) }
  }

  private func advance(to instant: (State) -> Instant) {
    let due = state.withLock { state in
      state.now = max(state.now, instant(state))
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }
}
