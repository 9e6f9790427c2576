// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
public import GantryEvents
public import GantryRouting
internal import Synchronization

/// Names the code that holds the main actor too long: a handler, launch task, route or page phase.
///
/// ```swift
/// let detector = HangDetector(events: application.events, router: application.router)
/// detector.start()                       // modules hear `MainLaneHeld` by @On
/// ```
///
/// Code on the main actor only stores a number; a separate thread reads the clock, twice per
/// threshold. So the detector names code while it is still running: once for each hold, with the
/// time that it has seen so far. Of nested calls, it names the innermost one that exceeds the
/// threshold by itself, together with its callers.
public final class HangDetector: Sendable {
  /// The longest time that something may hold the main actor.
  public let threshold: Duration
  private let watch: StallWatch
  private let stopwatch: Stopwatch
  private let onHeld: @Sendable (MainLaneHeld) -> Void
  private let queue = DispatchQueue(label: "gantry.hang-detector", qos: .userInitiated)

  private struct State {
    var runs = HeldRuns()
    var round = 0
    var isRunning = false
  }

  // Invariant: one round samples at a time.
  private let state = Mutex(State())
  private let endRoutes: @Sendable () -> Void

  /// Makes a detector that sends each ``MainLaneHeld`` as an event.
  ///
  /// - Parameters:
  ///   - events: The bus whose handlers are watched, and where the events are sent.
  ///   - router: The router whose main-actor handlers are watched, too; nil for none.
  ///   - threshold: The longest time that something may hold the main actor.
  ///   - clock: The clock that times it; it must be monotonic.
  public convenience init(
    events: EventBus, router: Router? = nil, threshold: Duration = .milliseconds(250),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(events: events, router: router, threshold: threshold, clock: clock) {
      [weak events] in events?.send($0)
    }
  }

  /// Makes a detector that tells a closure.
  ///
  /// - Parameters:
  ///   - events: The bus whose handlers are watched.
  ///   - router: The router whose main-actor handlers are watched, too; nil for none.
  ///   - threshold: The longest time that something may hold the main actor.
  ///   - clock: The clock that times it; it must be monotonic.
  ///   - onHeld: Called once for each hold over the threshold, on the sampling thread.
  public init(
    events: EventBus, router: Router? = nil, threshold: Duration = .milliseconds(250),
    clock: any Clock<Duration> = ContinuousClock(),
    onHeld: @escaping @Sendable (MainLaneHeld) -> Void
  ) {
    self.threshold = threshold
    watch = events.stallWatch
    stopwatch = Stopwatch(clock)
    self.onHeld = onHeld
    let number = router?.addLane(Self.lane(of: events.stallWatch))
    endRoutes = { [weak router] in
      if let number { router?.removeLane(number) }
    }
  }

  deinit { endRoutes() }

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

  /// Stops sampling, and forgets its samples.
  public func stop() {
    state.withLock { state in
      state.isRunning = false
      state.runs.stop()
    }
  }

  /// Takes one sample, as the sampling thread does; a test needs no thread.
  public func sample() {
    let (chain, now) = (watch.chain, stopwatch.nanoseconds)
    let hold = state.withLock { state in
      state.runs.see(chain, at: now, over: threshold.nanoseconds) { chain in
        let holders = chain.compactMap { watch.holder(of: $0) }
        return holders.count == chain.count ? holders : nil
      }
    }
    if let hold, let held = MainLaneHeld(hold) { onHeld(held) }
  }

  /// The holds that were reported, on the time line of another stopwatch.
  func slices(on other: Stopwatch) -> [TimelineSlice] {
    let (here, there) = (stopwatch.nanoseconds, other.nanoseconds)
    return state.withLock(\.runs.holds).map { TimelineSlice($0, shifted: there &- here) }
  }

  private static func lane(of watch: StallWatch) -> RouteLane {
    RouteLane(
      enter: { route in
        let holder = LaneHolder(
          kind: "route", module: ModuleName(route.owner), name: route.name,
          declaredAt: route.declaredAt)
        return watch.enter(watch.number(of: holder))
      }, leave: { watch.leave($0) })
  }

  private func schedule(_ round: Int) {
    let interval = DispatchTimeInterval.nanoseconds(
      Int(max(1_000_000, threshold.nanoseconds / 2)))
    queue.asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self else { return }
      let goesOn = state.withLock { $0.isRunning && $0.round == round }
      guard goesOn else { return }
      sample()
      schedule(round)
    }
  }
}
