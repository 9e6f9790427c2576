// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
internal import Synchronization

extension PageMonitor {
  /// Times a call that is inside of no other.
  @usableFromInline
  func timed<P: Page>(_ phase: PagePhase, _ page: P, _ lane: MainActorWatch?) throws {
    let context = PageContext(phase, of: page, in: self, inside: nil, isLong: false, lane)
    do {
      try context.run(page)
    } catch {
      context.finish(PageTiming.Outcome(error), self)
      throw error
    }
    context.finish(.completed, self)
  }

  /// Times a call that is inside of no other.
  @usableFromInline
  func timed<P: AsyncPage>(_ phase: PagePhase, _ page: P, _ lane: MainActorWatch?) async throws {
    let context = PageContext(phase, of: page, in: self, inside: nil, isLong: true, lane)
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
  /// Times a call inside of this one.
  @usableFromInline
  borrowing func timed<P: Page>(_ phase: PagePhase, _ page: P) throws {
    let context = PageContext(phase, of: page, in: monitor, inside: link, isLong: false, lane)
    do {
      try context.run(page)
    } catch {
      add(context.finish(PageTiming.Outcome(error), monitor), context)
      throw error
    }
    add(context.finish(.completed, monitor), context)
  }

  /// Times a call inside of this one.
  @usableFromInline
  borrowing func timed<P: AsyncPage>(_ phase: PagePhase, _ page: P) async throws {
    let context = PageContext(phase, of: page, in: monitor, inside: link, isLong: true, lane)
    do {
      try await phase.run(page, context)
    } catch {
      add(context.finish(PageTiming.Outcome(error), monitor), context)
      throw error
    }
    add(context.finish(.completed, monitor), context)
  }

  /// Runs the phase, under its name where the main actor is watched.
  @inline(__always)
  fileprivate borrowing func run<P: Page>(_ page: P) throws {
    guard let lane else { return try phase.run(page, self) }
    try run(page, in: lane)
  }

  @inline(never)
  private borrowing func run<P: Page>(_ page: P, in lane: MainActorWatch) throws {
    let type = PageClass(Swift.type(of: page))
    let outer = lane.enter(lane.number(of: PageCall(type, phase)))
    defer { lane.leave(outer) }
    try phase.run(page, self)
  }

  /// The link that the calls inside this one get.
  private var link: PageLink? {
    watch.map { watch in
      let page = watch._withUnsafeGuaranteedRef(\.page)
      return PageLink(PageCall(page, phase), inside: outer)
    } ?? outer
  }

  private borrowing func add(_ elapsed: Int64, _ inner: borrowing PageContext) {
    nested.wrappingAdd(elapsed, ordering: .relaxed)
    waited.wrappingAdd(inner.waited.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Tells the observers how long the call took; called once, and last.
  ///
  /// - Parameters:
  ///   - outcome: How the call ended.
  ///   - monitor: The context's; the caller's reference saves counting one more.
  /// - Returns: The elapsed nanoseconds.
  @discardableResult
  fileprivate borrowing func finish(
    _ outcome: PageTiming.Outcome, _ monitor: __shared PageMonitor
  ) -> Int64 {
    let elapsed = monitor.stopwatch.nanoseconds &- start
    guard let watch else { return elapsed }
    watch._withUnsafeGuaranteedRef { $0.tell(timing($0, circumstances(outcome), elapsed)) }
    if isShared { monitor.leaveShared() } else { watch.release() }
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
