// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
public import Synchronization

/// Names the code that holds the main actor, with its callers, by looking at it from another thread.
///
/// Code on the main actor only stores a number; the clock is read here, on a queue of its own, twice per
/// threshold, and only between ``start()`` and ``stop()`` while something runs or waits there. A test
/// needs no queue: it calls ``sample()``.
@usableFromInline package final class MainActorWatch: Sendable {
  /// The running work: the number of the run above, that of its code below; zero when idle.
  // Invariant: written on the main actor only.
  @usableFromInline package let current = Atomic<UInt64>(0)

  /// How many runs there were, the last of which may be running; written on the main actor only.
  @usableFromInline let runs = Atomic<UInt64>(0)

  /// In ``current``: nothing runs, and the next run has to call ``nest(in:)``, which wakes the queue.
  @usableFromInline static var parked: UInt64 { 1 }
  @usableFromInline static var codeBits: UInt64 { 24 }
  /// The bits of a number below those of its kind.
  private static var placeBits: UInt64 { 22 }
  private static var placeMask: UInt64 { (1 << placeBits) - 1 }
  private static let kinds: [MainActorHeld.Kind] = [.handler, .task, .route, .page]

  struct State {
    var held = HeldRuns()
    var answer = AwaitedAnswer()
    /// Asks the main actor; it is done when that has answered.
    var question: Task<Void, Never>?
    /// The runs around the running one, outermost first.
    var outers: [UInt64] = []
    /// Find the code that a place stands for, by kind.
    var finders: [MainActorHeld.Kind: @Sendable (Int) -> MainActorHeld.Code?] = [:]
    /// The code that is known by a key: its place, and the code at each place.
    var places: [Key: Int] = [:]
    var keyed: [MainActorHeld.Code] = []
    var tell: @Sendable (MainActorHeld) -> Void = { _ in }
    /// The marks of the work that ran at the last look, outermost first; it keeps its memory.
    var chain: [UInt64] = []
    var isStarted = false
    /// Whether samples are taken: while nothing runs, the queue sleeps.
    var isTicking = false
    /// How often it was started; tells the samples from earlier ones that have been ended.
    var round = 0
    /// How many runs there were at the last sample: an app that is busy does not sleep.
    var lastRuns: UInt64 = 0
    /// Puts the queue to sleep; nil where that isn't on its way.
    var parking: Task<Void, Never>?

    /// Writes the marks of the running work down, from that of the innermost.
    mutating func look(_ mark: UInt64) {
      chain.removeAll(keepingCapacity: true)
      guard mark > parked else { return }
      // Nested work waits for the lock before it begins. So `outers` holds the work around the
      // mark, or one more: the mark itself, when an inner run is about to begin or has just ended.
      for outer in outers where outer >> codeBits < mark >> codeBits { chain.append(outer) }
      chain.append(mark)
    }
  }

  /// A type and a part of it, which tell code without its name.
  package struct Key: Hashable, Sendable {
    private let type: ObjectIdentifier
    private let part: Int

    package init(_ type: ObjectIdentifier, _ part: Int) {
      self.type = type
      self.part = part
    }
  }

  /// The longest time that something may hold the main actor; nil watches nothing.
  package let threshold: Duration?
  /// The time since the watch was made.
  package let now: @Sendable () -> Duration
  // Guards that `outers` has the runs around `current`, and that one round samples at a time. No code of a
  // user is called under it.
  let state = Mutex(State())
  let queue = DispatchQueue(label: "gantry.main-actor-watch", qos: .userInitiated)
  /// Wakes the queue.
  let bell = DispatchSemaphore(value: 0)

  /// Makes a watch that isn't started.
  ///
  /// - Parameters:
  ///   - threshold: The longest time that something may hold the main actor; nil watches nothing.
  ///   - clock: The clock that times it; it must be monotonic.
  package init(threshold: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()) {
    self.threshold = threshold
    now = clock.stopwatch()
  }

  deinit { stop() }

  /// Takes the closure that is told of each hold, on the sampling queue.
  package func tell(_ receive: @escaping @Sendable (MainActorHeld) -> Void) {
    state.withLock { $0.tell = receive }
  }

  /// Takes the closure that finds code of a kind by its place.
  package func find(
    _ kind: MainActorHeld.Kind, _ find: @escaping @Sendable (Int) -> MainActorHeld.Code?
  ) {
    state.withLock { $0.finders[kind] = find }
  }

  /// Samples from now on, while something runs or waits; a second call does nothing.
  package func start() {
    guard let threshold else { return }
    let round = state.withLock { state -> Int? in
      guard !state.isStarted else { return nil }
      (state.isStarted, state.isTicking) = (true, true)
      state.round += 1
      state.chain.reserveCapacity(16)
      state.held.reserve(16)
      return state.round
    }
    if let round { run(round, every: threshold) }
  }

  /// Stops sampling, and forgets the samples, but not the reports.
  package func stop() {
    let (wasStarted, question) = state.withLock { state in
      defer { (state.isStarted, state.isTicking, state.question) = (false, false, nil) }
      state.held.stop()
      return (state.isStarted, state.question)
    }
    question?.cancel()
    if wasStarted { bell.signal() }
  }

  /// Whether it samples, or would if something ran.
  package var isStarted: Bool { state.withLock(\.isStarted) }

  /// Whether a sample is to come.
  package var isTicking: Bool { state.withLock(\.isTicking) }

  /// The calls that were reported.
  package var holds: [HeldRuns.Hold] { state.withLock(\.held.holds) }
}

extension MainActorWatch {
  /// The number of code: of a handler, task or route its place among those that its owner knows.
  package static func number(_ kind: MainActorHeld.Kind, _ place: Int) -> UInt64 {
    // In the order of `kinds`.
    let kind: UInt64 =
      switch kind {
      case .handler: 0
      case .task: 1
      case .route: 2
      case .page: 3
      }
    return kind << placeBits | UInt64(truncatingIfNeeded: place) & placeMask
  }

  /// The number of a page's phase, which has no owner that finds it; the code is made once.
  package func number(for key: Key, _ code: () -> MainActorHeld.Code) -> UInt64 {
    if let place = state.withLock({ $0.places[key] }) { return Self.number(.page, place) }
    let code = code()
    let place = state.withLock { state in
      if let place = state.places[key] { return place }
      state.keyed.append(code)
      state.places[key] = state.keyed.count - 1
      return state.keyed.count - 1
    }
    return Self.number(.page, place)
  }

  /// Begins a run; called on the main actor, before it has its mark.
  ///
  /// - Returns: The value to pass to ``leave(_:)`` when it has ended.
  @inlinable
  package func begin() -> UInt64 {
    let outer = current.load(ordering: .relaxed)
    return outer == 0 ? 0 : nest(in: outer)
  }

  /// The mark of a run without its code; larger than those of all runs before.
  @inlinable
  package func nextMark() -> UInt64 {
    let next = runs.load(ordering: .relaxed) &+ 1
    runs.store(next, ordering: .relaxed)
    return next &<< Self.codeBits
  }

  /// Begins a run of one piece of code; called on the main actor, and without a clock.
  ///
  /// - Parameter number: The number of the code.
  /// - Returns: The value to pass to ``leave(_:)`` when it has ended.
  @inlinable
  package func enter(_ number: UInt64) -> UInt64 {
    let outer = begin()
    current.store(nextMark() | number, ordering: .releasing)
    return outer
  }

  /// Ends a run.
  @inlinable
  package func leave(_ outer: UInt64) {
    current.store(outer, ordering: .relaxed)
    if outer != 0 { unnest() }
  }

  /// Keeps the outer run of one that begins, or wakes the queue for the first one.
  @usableFromInline
  func nest(in outer: UInt64) -> UInt64 {
    state.withLock { state in
      guard outer == Self.parked else { return state.outers.append(outer) }
      current.store(0, ordering: .relaxed)
      wake(&state)
    }
    return outer == Self.parked ? 0 : outer
  }

  /// Forgets the outer run of one that ended; called when the outer one has its mark back.
  @usableFromInline
  func unnest() { state.withLock { _ = $0.outers.popLast() } }

  /// Says that work waits for the main actor, or is under way and suspends there.
  package func wait(_ number: UInt64) {
    guard threshold != nil else { return }
    state.withLock { state in
      state.answer.waiting.insert(number)
      wake(&state)
    }
  }

  /// Says that such work has its turn, or has ended.
  package func endWait(_ number: UInt64) {
    guard threshold != nil else { return }
    state.withLock { _ = $0.answer.waiting.remove(number) }
  }

  /// The code that runs on the main actor, outermost first; empty when none of it is known.
  package var chain: [MainActorHeld.Code] {
    marks.compactMap(code)
  }

  /// The marks of the running work, outermost first.
  private var marks: [UInt64] {
    state.withLock { state in
      state.look(current.load(ordering: .acquiring))
      return state.chain
    }
  }

  /// The code behind a mark or number; nil when it is gone.
  func code(_ mark: UInt64) -> MainActorHeld.Code? {
    let place = Int(mark & Self.placeMask)
    let kind = Self.kinds[Int(mark >> Self.placeBits) % Self.kinds.count]
    let (keyed, find) = state.withLock { state in
      (kind == .page ? state.keyed[place] : nil, state.finders[kind])
    }
    return keyed ?? find?(place)
  }
}
