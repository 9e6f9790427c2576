// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport
public import GantryEvents

/// Calls the phases of pages, and times them while the monitor has observers.
///
/// ```swift
/// let host = PageHost(monitor)
/// try host.perform(.load, of: page)
/// ```
///
/// Pages inside a page are called through the ``PageContext`` of their parent, so that its own time
/// can be separated from theirs.
public struct PageHost: Sendable {
  /// The monitor that times this host's calls.
  public let monitor: PageMonitor
  /// The watch that gets the names of phases on the main actor, if any.
  @usableFromInline let lane: MainActorWatch?

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that times the host's calls.
  ///   - events: The bus of the application whose watch over the main actor should name this host's
  ///     synchronous pages, while they are observed. Use it only if the host calls these on the
  ///     main actor only.
  public init(_ monitor: PageMonitor, onMainActorOf events: EventBus? = nil) {
    self.monitor = monitor
    lane = events?.watch
  }

  /// Calls a phase of a page.
  ///
  /// Without observers, this costs one relaxed atomic load in addition to the call.
  ///
  /// - Parameters:
  ///   - phase: The phase to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: The page's error.
  @inlinable
  public func perform<P: Page>(_ phase: PagePhase, of page: P) throws {
    guard monitor.isObserved else {
      return try phase.run(page, PageContext(root: monitor))
    }
    try monitor.timed(phase, page, lane)
  }

  /// Calls a phase of a page, and waits for it in the caller's isolation.
  ///
  /// - Parameters:
  ///   - phase: The phase to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: The page's error.
  @inlinable
  public func perform<P: AsyncPage>(_ phase: PagePhase, of page: P) async throws {
    guard monitor.isObserved else {
      return try await phase.run(page, PageContext(root: monitor))
    }
    try await monitor.timed(phase, page, lane)
  }
}

/// A phase of a page in a chain of calls.
public struct PageCall: Sendable, Hashable {
  let page: PageClass
  /// The phase that was called.
  public let phase: PagePhase

  init(_ page: PageClass, _ phase: PagePhase) {
    self.page = page
    self.phase = phase
  }

  /// The name of the page's dynamic type, with its module.
  public var pageName: String { page.name }
}

extension PageCall: CustomStringConvertible {
  /// The page and the phase: `Shop.OrdersPage.load`.
  public var description: String { "\(pageName).\(phase.rawValue)" }
}

extension MainActorWatch {
  /// The number of a page's phase.
  func number(of call: PageCall) -> UInt64 {
    number(for: Key(call.page.id, call.phase.order)) {
      MainActorHeld.Code(.page, module: call.page.module, name: call.description)
    }
  }
}

/// A call and the one around it. A call that a host makes has none, and needs no list.
@usableFromInline
final class PageLink: Sendable {
  private let call: PageCall
  private let outer: PageLink?

  init(_ call: PageCall, inside outer: PageLink?) {
    self.call = call
    self.outer = outer
  }

  /// The calls, outermost first.
  var chain: [PageCall] {
    var calls: [PageCall] = []
    var link: PageLink? = self
    while let current = link {
      calls.append(current.call)
      link = current.outer
    }
    return calls.reversed()
  }
}

/// A call of a page's phase whose host reports its beginning and its end.
///
/// It is for hosts that don't make the call themselves, such as the host of view controllers, which
/// the system calls. The spans of a thread end in the reverse order of their beginnings. Begin an
/// inner span with the outer one, so that their times can be separated.
///
/// ```swift
/// let span = host.begin(.load, of: controller)
/// controller.prepare()
/// span?.end()
/// ```
public final class PageSpan {
  private let monitor: PageMonitor
  private let watch: PageWatch
  private let phase: PagePhase
  private let start: Int64
  private let outer: PageSpan?
  /// The watch that has the call's name, and the name that it had before.
  private let lane: (watch: MainActorWatch, outer: UInt64)?
  private var nested: Int64 = 0
  private var inherited: Int64 = 0
  /// The time at which the current call of super began.
  private var superStart: Int64?
  private var hasEnded = false

  init(
    _ phase: PagePhase, _ watch: PageWatch, in monitor: PageMonitor, inside outer: PageSpan?,
    _ lane: MainActorWatch?
  ) {
    self.monitor = monitor
    self.watch = watch
    self.phase = phase
    self.outer = outer
    let page = watch.page
    self.lane = lane.map { lane in
      (lane, lane.enter(lane.number(of: PageCall(page, phase))))
    }
    start = monitor.stopwatch.nanoseconds
  }

  /// Records that the page's code calls super; the time until ``endSuper()`` is
  /// ``PageTiming/inherited``.
  public func beginSuper() {
    if superStart == nil, !hasEnded { superStart = monitor.stopwatch.nanoseconds }
  }

  /// Records that super has returned; does nothing without a ``beginSuper()``.
  public func endSuper() {
    guard let superStart else { return }
    inherited &+= monitor.stopwatch.nanoseconds &- superStart
    self.superStart = nil
  }

  /// Ends the call, and reports it to the observers; does nothing the second time.
  ///
  /// - Parameter outcome: How the call ended.
  public func end(_ outcome: PageTiming.Outcome = .completed) {
    guard !hasEnded else { return }
    endSuper()
    hasEnded = true
    if let lane { lane.watch.leave(lane.outer) }
    let elapsed = monitor.stopwatch.nanoseconds &- start
    outer?.add(elapsed)
    let circumstances = PageTiming.Circumstances(
      outcome, inside: outer?.link, inherited: inherited)
    watch.tell(
      PageTiming(
        page: watch.page, phase: phase, circumstances: circumstances, startNanoseconds: start,
        elapsedNanoseconds: elapsed, ownNanoseconds: elapsed &- nested &- inherited,
        waitedNanoseconds: 0))
  }

  /// A page inside super counts as part of super.
  private func add(_ inner: Int64) {
    if superStart == nil { nested &+= inner }
  }

  private var link: PageLink { PageLink(PageCall(watch.page, phase), inside: outer?.link) }
}

extension PageHost {
  /// Begins a call of a phase that this host doesn't make itself.
  ///
  /// - Parameters:
  ///   - phase: The phase.
  ///   - page: The page, which need not be a ``Page``.
  ///   - type: The class to report if the page's class was created at run time; nil reports the
  ///     page's own.
  ///   - outer: The call around this one, if there is one.
  /// - Returns: The span to end; nil while the monitor has no observers, and then no clock is read.
  public func begin(
    _ phase: PagePhase, of page: AnyObject, as type: AnyClass? = nil, inside outer: PageSpan? = nil
  ) -> PageSpan? {
    guard monitor.isObserved else { return nil }
    let watch = monitor.watch(for: page, as: type ?? Swift.type(of: page), in: phase)
    return PageSpan(phase, watch, in: monitor, inside: outer, lane)
  }
}
