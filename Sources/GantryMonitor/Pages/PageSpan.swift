// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents

/// A call of a page's phase whose host tells its beginning and its end.
///
/// For hosts that don't make the call themselves, such as that of view controllers, which the system
/// calls. The spans of a thread end in the reverse order of their beginnings; an inner span is begun
/// with the outer one, so that the times can be told apart.
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
  /// Where the call has left its name, and the name that was there before.
  private let lane: (watch: MainActorWatch, outer: UInt64)?
  private var nested: Int64 = 0
  private var inherited: Int64 = 0
  /// When the call of super that is going on began.
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

  /// The page's code calls super: the time until ``endSuper()`` is ``PageTiming/inherited``.
  public func beginSuper() {
    if superStart == nil, !hasEnded { superStart = monitor.stopwatch.nanoseconds }
  }

  /// Super has returned; without a ``beginSuper()`` it does nothing.
  public func endSuper() {
    guard let superStart else { return }
    inherited &+= monitor.stopwatch.nanoseconds &- superStart
    self.superStart = nil
  }

  /// Ends the call, and tells the observers; a second call does nothing.
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

  /// A page inside of super counts as super's.
  private func add(_ inner: Int64) {
    if superStart == nil { nested &+= inner }
  }

  private var link: PageLink { PageLink(PageCall(watch.page, phase), inside: outer?.link) }
}

extension PageHost {
  /// Begins a call of a phase that something else than this host makes.
  ///
  /// - Parameters:
  ///   - phase: The phase.
  ///   - page: The page, which need not be a ``Page``.
  ///   - type: The class to report, where the page's is one that was made at run time; nil for the
  ///     page's own.
  ///   - outer: The call around this one; nil where there is none.
  /// - Returns: The span to end; nil while the monitor has no observers, without a look at a clock.
  public func begin(
    _ phase: PagePhase, of page: AnyObject, as type: AnyClass? = nil, inside outer: PageSpan? = nil
  ) -> PageSpan? {
    guard monitor.isObserved else { return nil }
    let watch = monitor.watch(for: page, as: type ?? Swift.type(of: page), in: phase)
    return PageSpan(phase, watch, in: monitor, inside: outer, lane)
  }
}
