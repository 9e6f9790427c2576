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

/// The calls seen on the main actor in a row of samples, and since when.
struct HeldRuns {
  /// A running call.
  private struct Run {
    let mark: UInt64
    /// From when on the time counts as the call's own, not as that of a call inside it.
    var since: Int64
    /// How it was reported; nil until then.
    var hold: LaneHold?
  }

  // Invariant: all that were running at the last sample, outermost first.
  private var runs: [Run] = []
  /// The reported calls that have ended, in the order of their ends.
  private var ended: [LaneHold] = []

  /// The reported calls, those that still run included.
  var holds: [LaneHold] { ended + runs.compactMap(\.hold) }

  /// Adds a sample.
  ///
  /// The innermost call over the threshold is reported, once. Its callers begin anew: they
  /// have only waited.
  ///
  /// - Parameters:
  ///   - chain: The marks of the running calls, outermost first.
  ///   - now: The time of the sample.
  ///   - threshold: The longest time that something may run.
  ///   - name: Names a chain for the report; nil when it is gone.
  /// - Returns: The hold to report.
  mutating func see(
    _ chain: [UInt64], at now: Int64, over threshold: Int64,
    _ name: (ArraySlice<UInt64>) -> [LaneHolder]?
  ) -> LaneHold? {
    let same = zip(runs, chain).prefix { $0.mark == $1 }.count
    end(runs.suffix(from: same).compactMap(\.hold))
    runs.removeSubrange(same...)
    runs += chain.dropFirst(same).map { Run(mark: $0, since: now) }
    for place in runs.indices { runs[place].hold?.end = now }
    guard let place = runs.lastIndex(where: { now &- $0.since >= threshold }) else { return nil }
    for outer in 0..<place { runs[outer].since = now }
    guard runs[place].hold == nil, let holders = name(chain[...place]) else { return nil }
    let hold = LaneHold(holders: holders, start: runs[place].since, end: now)
    runs[place].hold = hold
    return hold
  }

  /// Forgets the running calls, but not the reported ones.
  mutating func stop() {
    end(runs.compactMap(\.hold))
    runs = []
  }

  private mutating func end(_ holds: [LaneHold]) {
    ended += holds
    if ended.count > 2_000 { ended.removeFirst(ended.count - 1_000) }
  }
}

/// Something that held the main actor, in nanoseconds of the detector's clock.
struct LaneHold: Sendable {
  /// The callers of the code that held it, outermost first, and that code.
  let holders: [LaneHolder]
  let start: Int64
  /// When it was seen last.
  var end: Int64
}

extension TimelineSlice {
  /// Something held the main actor at least until it was seen last.
  init(_ hold: LaneHold, shifted offset: Int64) {
    name = hold.holders.last?.label ?? ""
    category = "hold"
    start = hold.start &+ offset
    end = hold.end &+ offset
    outer = ""
    var details: [(String, String)] = []
    if let module = hold.holders.last?.module { details.append(("module", module.rawValue)) }
    if hold.holders.count > 1 {
      let chain = hold.holders.dropLast().map(\.label).joined(separator: " > ")
      details.append(("chain", chain))
    }
    self.details = details
  }
}
