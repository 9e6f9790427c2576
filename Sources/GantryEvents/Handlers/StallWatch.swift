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
public final class StallWatch: Sendable {
  /// What is running: the number of the send above, of the handler below; zero when idle.
  @usableFromInline let current = Atomic<UInt64>(0)

  @usableFromInline static var handlerBits: UInt64 { 24 }
  @usableFromInline static var handlerMask: UInt64 { (1 << handlerBits) - 1 }

  fileprivate struct Sighting {
    let first: ContinuousClock.Instant
    var isReported = false
  }

  fileprivate struct State {
    var sightings: [UInt64: Sighting] = [:]
    var handlers: [UInt64: HandlerRecord] = [:]
    var round = 0
    var isRunning = false
  }

  /// The longest time a handler may hold the main actor.
  public let threshold: Duration
  private let onStall: @Sendable (HandlerStall) -> Void
  // Invariant: `sightings` holds only what can still be running; one round samples at a time.
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "gantry.stall-watch", qos: .userInitiated)

  init(threshold: Duration, onStall: @escaping @Sendable (HandlerStall) -> Void) {
    self.threshold = threshold
    self.onStall = onStall
  }

  /// Starts sampling on a thread of its own, twice per threshold; a second call does nothing.
  public func start() {
    let round = state.withLock { state -> Int? in
      guard !state.isRunning else { return nil }
      state.isRunning = true
      state.round += 1
      return state.round
    }
    if let round { schedule(round) }
  }

  /// Stops sampling; what was seen is forgotten.
  public func stop() {
    state.withLock { state in
      state.isRunning = false
      state.sightings = [:]
    }
  }

  /// Looks once at what is running, as the sampling thread does.
  ///
  /// A handler is reported once, when it is seen running the same event in two samples that are
  /// at least ``threshold`` apart.
  ///
  /// - Parameter now: The time of the sample.
  public func sample(at now: ContinuousClock.Instant) {
    let mark = current.load(ordering: .acquiring)
    let stall = state.withLock { $0.look(at: mark, now, threshold) }
    if let stall { onStall(stall) }
  }

  func setHandlers(_ records: [HandlerRecord], insteadOf old: [HandlerRecord]) {
    let removed = state.withLock { state in
      let removed = old.compactMap { state.handlers.removeValue(forKey: Self.number($0.id)) }
      for var record in records {
        record.body = nil
        state.handlers[Self.number(record.id)] = record
      }
      return removed
    }
    _ = removed
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

extension StallWatch.State {
  mutating fileprivate func look(
    at mark: UInt64, _ now: ContinuousClock.Instant, _ threshold: Duration
  ) -> HandlerStall? {
    guard mark != 0 else {
      sightings.removeAll(keepingCapacity: true)
      return nil
    }
    // A later send is nested in an earlier one: once the earlier is seen again, it has ended.
    let send = mark >> StallWatch.handlerBits
    for other in sightings.keys where other >> StallWatch.handlerBits > send {
      sightings[other] = nil
    }
    guard var sighting = sightings[mark] else {
      sightings[mark] = StallWatch.Sighting(first: now)
      return nil
    }
    let duration = sighting.first.duration(to: now)
    guard !sighting.isReported, duration >= threshold,
      let record = handlers[mark & StallWatch.handlerMask]
    else { return nil }
    sighting.isReported = true
    sightings[mark] = sighting
    return HandlerStall(
      listener: record.listenerName, handler: record.declaration.name,
      event: record.declaration.event, declaredAt: record.declaration.declaredAt,
      duration: duration)
  }
}
