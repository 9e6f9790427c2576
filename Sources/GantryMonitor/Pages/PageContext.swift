// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// One call of a page's phase. Only a ``PageHost`` creates it, and lends it to the phase.
///
/// It cannot be copied, stored or used by two tasks at once. Call the pages inside the page through
/// it, so that their time counts as theirs, and not as the page's own.
public struct PageContext: ~Copyable {
  // The creator of a context keeps its monitor while the phase runs, and the context cannot be
  // stored. Counting references would cost more than the call.
  @usableFromInline unowned(unsafe) let monitor: PageMonitor
  /// The observers of the call; nil when it isn't timed.
  @usableFromInline let watch: PageWatch?
  /// The watch that has the call's name; the host keeps it.
  @usableFromInline unowned(unsafe) let lane: MainActorWatch?
  @usableFromInline let phase: PagePhase
  @usableFromInline let start: Int64
  /// The call around this one, if there is one.
  @usableFromInline let outer: PageLink?
  // Both grow in the order of calls inside the phase. They are atomic, so that they can change
  // while borrowed.
  @usableFromInline let nested = Atomic<Int64>(0)
  @usableFromInline let waited = Atomic<Int64>(0)

  @inlinable
  init(root monitor: __shared PageMonitor) {
    self.monitor = monitor
    watch = nil
    lane = nil
    phase = .load
    start = 0
    outer = nil
  }

  init(
    _ phase: PagePhase, of page: AnyObject, in monitor: __shared PageMonitor,
    inside outer: PageLink?, _ lane: __shared MainActorWatch?
  ) {
    self.monitor = monitor
    watch = monitor.watch(for: page, as: Swift.type(of: page), in: phase)
    self.lane = lane
    self.phase = phase
    self.outer = outer
    start = monitor.stopwatch.nanoseconds
  }

  /// Calls a phase of a page inside this one.
  ///
  /// - Parameters:
  ///   - phase: The phase to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: The page's error.
  @inlinable
  public borrowing func perform<PageType: Page>(_ phase: PagePhase, of page: PageType) throws {
    guard watch != nil || monitor.isObserved else {
      return try phase.run(page, PageContext(root: monitor))
    }
    try timed(phase, page)
  }

  /// Calls a phase of a page inside this one, and waits for it in the caller's isolation.
  ///
  /// - Parameters:
  ///   - phase: The phase to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: The page's error.
  @inlinable
  public borrowing func perform<PageType: AsyncPage>(
    _ phase: PagePhase, of page: PageType
  ) async throws {
    guard watch != nil || monitor.isObserved else {
      return try await phase.run(page, PageContext(root: monitor))
    }
    try await timed(phase, page)
  }

  /// Runs work that the page waits for, so that its time counts as ``PageTiming/waited``.
  ///
  /// The language doesn't tell when isolated code is suspended, so a phase marks its waits here. A
  /// wait inside this one, or in a page that the body calls, counts only once.
  ///
  /// - Parameter body: The work: a request, a query, another task's value.
  /// - Returns: The body's result.
  /// - Throws: The body's error.
  public borrowing func waiting<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard watch != nil else { return try await body() }
    let (start, before) = (monitor.stopwatch.nanoseconds, waited.load(ordering: .relaxed))
    // These are not added up: a wait inside the body is part of this span.
    defer { waited.store(before &+ monitor.stopwatch.nanoseconds &- start, ordering: .relaxed) }
    return try await body()
  }
}

extension PageMonitor {
  /// Times an outermost call.
  @usableFromInline
  func timed<PageType: Page>(_ phase: PagePhase, _ page: PageType, _ lane: MainActorWatch?) throws {
    let context = PageContext(phase, of: page, in: self, inside: nil, lane)
    do {
      try context.run(page)
    } catch {
      context.finish(PageTiming.Outcome(error), self)
      throw error
    }
    context.finish(.completed, self)
  }

  /// Times an outermost call.
  @usableFromInline
  func timed<PageType: AsyncPage>(
    _ phase: PagePhase, _ page: PageType, _ lane: MainActorWatch?
  ) async throws {
    let context = PageContext(phase, of: page, in: self, inside: nil, lane)
    do {
      try await phase.run(page, context)
    } catch {
      context.finish(PageTiming.Outcome(error), self)
      throw error
    }
    context.finish(.completed, self)
  }
}

extension PageContext {
  /// Times a call inside this one.
  @usableFromInline
  borrowing func timed<PageType: Page>(_ phase: PagePhase, _ page: PageType) throws {
    let context = PageContext(phase, of: page, in: monitor, inside: link, lane)
    do {
      try context.run(page)
    } catch {
      add(context.finish(PageTiming.Outcome(error), monitor), context)
      throw error
    }
    add(context.finish(.completed, monitor), context)
  }

  /// Times a call inside this one.
  @usableFromInline
  borrowing func timed<PageType: AsyncPage>(_ phase: PagePhase, _ page: PageType) async throws {
    let context = PageContext(phase, of: page, in: monitor, inside: link, lane)
    do {
      try await phase.run(page, context)
    } catch {
      add(context.finish(PageTiming.Outcome(error), monitor), context)
      throw error
    }
    add(context.finish(.completed, monitor), context)
  }

  /// Runs the phase, under its name if the main actor is watched.
  @inline(__always)
  fileprivate borrowing func run<PageType: Page>(_ page: PageType) throws {
    guard let lane else { return try phase.run(page, self) }
    try run(page, in: lane)
  }

  @inline(never)
  private borrowing func run<PageType: Page>(_ page: PageType, in lane: MainActorWatch) throws {
    let type = PageClass(Swift.type(of: page))
    let outer = lane.enter(lane.number(of: PageCall(type, phase)))
    defer { lane.leave(outer) }
    try phase.run(page, self)
  }

  /// The link that the calls inside this one get.
  private var link: PageLink? {
    watch.map { PageLink(PageCall($0.page, phase), inside: outer) } ?? outer
  }

  private borrowing func add(_ elapsed: Int64, _ inner: borrowing PageContext) {
    nested.wrappingAdd(elapsed, ordering: .relaxed)
    waited.wrappingAdd(inner.waited.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Reports the call's time to the observers; called once, at the end.
  ///
  /// - Parameters:
  ///   - outcome: How the call ended.
  ///   - monitor: The context's monitor; the caller's reference saves counting another.
  /// - Returns: The elapsed nanoseconds.
  @discardableResult
  fileprivate borrowing func finish(
    _ outcome: PageTiming.Outcome, _ monitor: __shared PageMonitor
  ) -> Int64 {
    let elapsed = monitor.stopwatch.nanoseconds &- start
    if let watch { watch.tell(timing(watch, circumstances(outcome), elapsed)) }
    return elapsed
  }

  /// Nil for most calls.
  @inline(__always)
  private borrowing func circumstances(
    _ outcome: PageTiming.Outcome
  ) -> PageTiming.Circumstances? {
    if outer == nil, case .completed = outcome { return nil }
    return PageTiming.Circumstances(outcome, inside: outer)
  }

  @inline(__always)
  private borrowing func timing(
    _ watch: PageWatch, _ circumstances: PageTiming.Circumstances?, _ elapsed: Int64
  ) -> PageTiming {
    PageTiming(
      page: watch.page, phase: phase, circumstances: circumstances, startNanoseconds: start,
      elapsedNanoseconds: elapsed, ownNanoseconds: elapsed &- nested.load(ordering: .relaxed),
      waitedNanoseconds: waited.load(ordering: .relaxed))
  }
}
