// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
public import Synchronization

/// Names handlers that hold the main actor too long, by looking at it from another thread.
///
/// Dispatch only stores a number for each handler; the clock is read here, on a thread of its
/// own, and only between ``start()`` and ``stop()``. A test needs neither: it calls
/// ``sample(at:)``.
@usableFromInline package final class StallWatch: Sendable {
  /// The running work: the number of the send above, of the handler below; zero when idle.
  @usableFromInline let current = Atomic<UInt64>(0)

  /// How many runs there were, the last of which may be running; written on the main actor only.
  @usableFromInline let sends = Atomic<UInt64>(0)

  @usableFromInline static var handlerBits: UInt64 { 24 }
  @usableFromInline static var handlerMask: UInt64 { (1 << handlerBits) - 1 }

  /// The names behind a number, without the code that runs.
  struct Handler {
    let listener: ModuleName
    let declaration: HandlerDeclaration
  }

  struct State {
    var sightings = LaneSightings()
    /// Finds the handler that a number stands for.
    var find: @Sendable (UInt64) -> Handler? = { _ in nil }
    /// The work that is entered beside handlers, by number, and the numbers.
    var holders: [UInt64: LaneHolder] = [:]
    var numbers: [LaneHolder: UInt64] = [:]
    var keyed: [LaneKey: UInt64] = [:]
    /// The runs around the running one, outermost first.
    var outers: [UInt64] = []
    var round = 0
    var isRunning = false
  }

  /// The longest time a handler may hold the main actor.
  package let threshold: Duration
  private let onStall: @Sendable (HandlerStall) -> Void
  private let epoch = ContinuousClock.now
  // Invariant: one round samples at a time; each number of a holder has it.
  let state = Mutex(State())
  private let queue = DispatchQueue(label: "gantry.stall-watch", qos: .userInitiated)

  init(threshold: Duration, onStall: @escaping @Sendable (HandlerStall) -> Void) {
    self.threshold = threshold
    self.onStall = onStall
  }

  /// Starts sampling on a thread of its own, twice per threshold; a second call does nothing.
  package func start() {
    let round = state.withLock { state -> Int? in
      guard !state.isRunning else { return nil }
      state.isRunning = true
      state.round += 1
      return state.round
    }
    if let round { schedule(round) }
  }

  /// Stops sampling, and forgets the samples.
  package func stop() {
    state.withLock { state in
      state.isRunning = false
      state.sightings = LaneSightings()
    }
  }

  /// Samples the running work once, as the sampling thread does.
  ///
  /// A handler is reported once, when it is seen running the same event in two samples that are
  /// at least ``threshold`` apart.
  ///
  /// - Parameter now: The time of the sample.
  package func sample(at now: ContinuousClock.Instant) {
    let mark = mark
    let elapsed = epoch.duration(to: now)
    let seen = state.withLock { state in
      state.sightings.see(mark, at: elapsed, over: threshold).map { ($0, state.find) }
    }
    guard let (duration, find) = seen, let handler = find(mark & Self.handlerMask) else { return }
    onStall(
      HandlerStall(
        listener: handler.listener, handler: handler.declaration.name,
        event: handler.declaration.event, declaredAt: handler.declaration.declaredAt,
        duration: duration))
  }

  /// Takes what finds who is behind the number of a handler: the bus knows them already.
  func find(_ find: @escaping @Sendable (UInt64) -> Handler?) {
    state.withLock { $0.find = find }
  }

  /// Begins a run: the number of it, which is larger than that of all before.
  @inlinable
  func nextSend() -> UInt64 {
    let next = sends.load(ordering: .relaxed) &+ 1
    sends.store(next, ordering: .relaxed)
    return next
  }

  static func number(_ id: Int) -> UInt64 { UInt64(truncatingIfNeeded: id) & handlerMask }

  private func schedule(_ round: Int) {
    let (seconds, attoseconds) = threshold.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    let interval = DispatchTimeInterval.nanoseconds(Int(max(1_000_000, nanoseconds / 2)))
    queue.asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self else { return }
      let goesOn = state.withLock { $0.isRunning && $0.round == round }
      guard goesOn else { return }
      sample(at: .now)
      schedule(round)
    }
  }
}

extension StallWatch {
  /// The mark of the work that runs on the main actor now, unique to this run; zero when idle.
  package var mark: UInt64 { current.load(ordering: .acquiring) }

  /// The marks of the running work, outermost first; empty when the main actor is idle.
  package var chain: [UInt64] {
    state.withLock { state in
      // Nested work waits for this lock before it begins. So `outers` holds the work around the
      // mark, or one more: the mark itself, when an inner run is about to begin or has just ended.
      let mark = mark
      guard mark != 0 else { return [] }
      let place = mark >> Self.handlerBits
      return state.outers.filter { $0 >> Self.handlerBits < place } + [mark]
    }
  }

  /// The work behind a mark; nil when it is gone.
  package func holder(of mark: UInt64) -> LaneHolder? {
    let number = mark & Self.handlerMask
    let (holder, find) = state.withLock { ($0.holders[number], $0.find) }
    if let holder { return holder }
    return find(number).map { handler in
      LaneHolder(
        kind: "handler", module: handler.listener, name: handler.declaration.name,
        event: handler.declaration.event, declaredAt: handler.declaration.declaredAt)
    }
  }

  /// Notes that a run of work begins on the main actor; called there, and without a clock.
  ///
  /// - Parameter number: Its ``number(of:)``.
  /// - Returns: The value to pass to ``leave(_:)`` when it has ended.
  package func enter(_ number: UInt64) -> UInt64 {
    let outer = current.load(ordering: .relaxed)
    if outer != 0 { nest(in: outer) }
    current.store(nextSend() &<< Self.handlerBits | number, ordering: .releasing)
    return outer
  }

  /// Notes that the entered work has ended.
  package func leave(_ outer: UInt64) {
    current.store(outer, ordering: .relaxed)
    if outer != 0 { unnest() }
  }

  /// Keeps the outer run of one that begins; called before the inner one has its mark.
  @usableFromInline
  func nest(in outer: UInt64) { state.withLock { $0.outers.append(outer) } }

  /// Forgets the outer run of one that ended; called when the outer one has its mark back.
  @usableFromInline
  func unnest() { state.withLock { _ = $0.outers.popLast() } }

  /// The number of a holder that is known by a key, which is made once.
  package func number(for key: LaneKey, _ holder: () -> LaneHolder) -> UInt64 {
    if let number = state.withLock({ $0.keyed[key] }) { return number }
    let number = number(of: holder())
    state.withLock { $0.keyed[key] = number }
    return number
  }

  /// The number of a holder; made at its first use, and kept.
  package func number(of holder: LaneHolder) -> UInt64 {
    state.withLock { state in
      if let number = state.numbers[holder] { return number }
      // Handlers count up from one; other work counts down from the top.
      let number = Self.handlerMask - UInt64(state.numbers.count)
      state.numbers[holder] = number
      state.holders[number] = holder
      return number
    }
  }
}
