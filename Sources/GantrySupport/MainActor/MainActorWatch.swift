// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Samples the main actor from another thread, to name the code that holds it and its callers.
///
/// Code on the main actor only stores a number. The watch reads the clock on its own queue, twice
/// per threshold. It does so only between ``start()`` and ``stop()``, and while something runs or
/// waits on the main actor. A test needs no queue: it calls ``sample()``.
@usableFromInline package final class MainActorWatch: Sendable {
  /// The running work: the number of the run in the upper bits, that of its code in the lower bits;
  /// zero when idle.
  // Invariant: written on the main actor only.
  @usableFromInline package let current = Atomic<UInt64>(0)

  /// The number of runs so far, the last of which may be running; written on the main actor only.
  @usableFromInline let runs = Atomic<UInt64>(0)

  /// A value of ``current``: nothing runs, and the next run must call ``nest(in:)`` to wake the
  /// queue.
  @usableFromInline static var parked: UInt64 { 1 }
  @usableFromInline static var codeBits: UInt64 { 24 }
  /// The number of bits below those of the kind.
  private static var positionBits: UInt64 { 22 }
  private static var positionMask: UInt64 { (1 << positionBits) - 1 }
  private static let kinds: [MainActorHeld.Kind] = [.handler, .task, .route, .page]

  struct State {
    var held = HeldCalls()
    var answer = AwaitedAnswer()
    /// The task that asks the main actor; it ends with the answer.
    var question: Task<Void, Never>?
    /// The runs around the current one, outermost first.
    var outers: [UInt64] = []
    /// The closures that find code by its index, one for each kind.
    var finders: [MainActorHeld.Kind: @Sendable (Int) -> MainActorHeld.Code?] = [:]
    /// The index in `keyed` of each piece of code that is identified by a key.
    var positions: [Key: Int] = [:]
    var keyed: [MainActorHeld.Code] = []
    var tell: @Sendable (MainActorHeld) -> Void = { _ in }
    /// The marks of the work that ran at the last sample, outermost first; the array's memory is
    /// reused.
    var chain: [UInt64] = []
    var isStarted = false
    /// Whether samples are being taken; while nothing runs, the queue sleeps.
    var isTicking = false
    /// How often the watch was started; distinguishes current samples from those of ended rounds.
    var round = 0
    /// The number of runs at the last sample: while an app is busy, the queue doesn't sleep.
    var lastRuns: UInt64 = 0
    /// The task that puts the queue to sleep; nil if there is none.
    var parking: Task<Void, Never>?

    /// Collects the marks of the running work, given the innermost mark.
    mutating func look(_ mark: UInt64) {
      chain.removeAll(keepingCapacity: true)
      guard mark > parked else { return }
      // Nested work waits for the lock before it begins. So `outers` holds the work around the
      // mark, or one more: the mark itself, when an inner run is about to begin or has just ended.
      for outer in outers where outer >> codeBits < mark >> codeBits { chain.append(outer) }
      chain.append(mark)
    }
  }

  /// A type and a part of it, which identify code without its name.
  package struct Key: Hashable, Sendable {
    private let type: ObjectIdentifier
    private let part: Int

    package init(_ type: ObjectIdentifier, _ part: Int) {
      self.type = type
      self.part = part
    }
  }

  /// The longest time that code may hold the main actor; nil watches nothing.
  package let threshold: Duration?
  /// Returns the time since the watch was created.
  package let now: @Sendable () -> Duration
  // Invariant: `outers` contains the runs around `current`, and only one round samples at a time.
  // No user code is called under the lock.
  let state = Mutex(State())
  let queue = DispatchQueue(label: "gantry.main-actor-watch", qos: .userInitiated)
  /// Wakes the queue.
  let bell = DispatchSemaphore(value: 0)

  /// Creates a watch that has not started.
  ///
  /// - Parameters:
  ///   - threshold: The longest time that code may hold the main actor; nil watches nothing.
  ///   - clock: The clock to measure with; it must be monotonic.
  package init(threshold: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()) {
    self.threshold = threshold
    now = clock.stopwatch()
  }

  deinit { stop() }

  /// Sets the closure that receives each hold, on the sampling queue.
  package func tell(_ receive: @escaping @Sendable (MainActorHeld) -> Void) {
    state.withLock { $0.tell = receive }
  }

  /// Sets the closure that finds code of a kind by its index.
  package func find(
    _ kind: MainActorHeld.Kind, _ find: @escaping @Sendable (Int) -> MainActorHeld.Code?
  ) {
    state.withLock { $0.finders[kind] = find }
  }

  /// Starts sampling while something runs or waits; a second call does nothing.
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

  /// Stops sampling, and discards the samples.
  package func stop() {
    let (wasStarted, question) = state.withLock { state in
      state.held.stop()
      state.isTicking = false
      return (exchange(&state.isStarted, with: false), exchange(&state.question, with: nil))
    }
    question?.cancel()
    if wasStarted { bell.signal() }
  }

  /// Whether the watch samples, or would if something ran.
  package var isStarted: Bool { state.withLock(\.isStarted) }

  /// Whether another sample is due.
  package var isTicking: Bool { state.withLock(\.isTicking) }
}

extension MainActorWatch {
  /// The number of a piece of code: for a handler, task or route, its index in its owner's list.
  package static func number(_ kind: MainActorHeld.Kind, _ position: Int) -> UInt64 {
    // In the order of `kinds`.
    let kind: UInt64 =
      switch kind {
      case .handler: 0
      case .task: 1
      case .route: 2
      case .page: 3
      }
    return kind << positionBits | UInt64(truncatingIfNeeded: position) & positionMask
  }

  /// The number of a page's phase, which no owner can look up; its code is created once.
  package func number(for key: Key, _ code: () -> MainActorHeld.Code) -> UInt64 {
    if let position = state.withLock({ $0.positions[key] }) { return Self.number(.page, position) }
    let code = code()
    let position = state.withLock { state in
      if let position = state.positions[key] { return position }
      state.keyed.append(code)
      state.positions[key] = state.keyed.count - 1
      return state.keyed.count - 1
    }
    return Self.number(.page, position)
  }

  /// Begins a run; called on the main actor, before the run has its mark.
  ///
  /// - Returns: The value to pass to ``leave(_:)`` when it has ended.
  @inlinable
  package func begin() -> UInt64 {
    let outer = current.load(ordering: .relaxed)
    return outer == 0 ? 0 : nest(in: outer)
  }

  /// The mark of a run without its code; larger than the marks of all earlier runs.
  @inlinable
  package func nextMark() -> UInt64 {
    let next = runs.load(ordering: .relaxed) &+ 1
    runs.store(next, ordering: .relaxed)
    return next &<< Self.codeBits
  }

  /// Begins a run of one piece of code; called on the main actor, and reads no clock.
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

  /// Stores the outer run when a nested run begins, or wakes the queue for the first run.
  @usableFromInline
  func nest(in outer: UInt64) -> UInt64 {
    state.withLock { state in
      guard outer == Self.parked else { return state.outers.append(outer) }
      current.store(0, ordering: .relaxed)
      wake(&state)
    }
    return outer == Self.parked ? 0 : outer
  }

  /// Removes the outer run after a nested run has ended; called when the outer run has its mark
  /// back.
  @usableFromInline
  func unnest() { state.withLock { _ = $0.outers.popLast() } }

  /// Records that work waits for the main actor, or is under way and suspends there.
  package func wait(_ number: UInt64) {
    guard threshold != nil else { return }
    state.withLock { state in
      state.answer.waiting.insert(number)
      wake(&state)
    }
  }

  /// Records that such work has its turn, or has ended.
  package func endWait(_ number: UInt64) {
    guard threshold != nil else { return }
    state.withLock { _ = $0.answer.waiting.remove(number) }
  }

  /// The number of runs around the current one.
  package var depth: Int { state.withLock(\.outers.count) }

  /// The code that runs on the main actor, outermost first; empty if none of it is known.
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

  /// The code for a mark or number; nil if it is gone.
  func code(_ mark: UInt64) -> MainActorHeld.Code? {
    let position = Int(mark & Self.positionMask)
    let kind = Self.kinds[Int(mark >> Self.positionBits) % Self.kinds.count]
    let (keyed, find) = state.withLock { state in
      (kind == .page ? state.keyed[position] : nil, state.finders[kind])
    }
    return keyed ?? find?(position)
  }
}
