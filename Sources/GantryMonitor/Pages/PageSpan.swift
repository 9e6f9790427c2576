// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

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
