// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Keeps the last calls of one phase of each page, for a table or a chart.
///
/// ```swift
/// let history = PageHistory(of: monitor)
/// // … the app runs …
/// for page in history.pages { chart.add(page.pageName, page.calls.map(\.elapsed)) }
/// ```
public final class PageHistory: Sendable {
  /// How many calls of a page are kept.
  public let limit: Int
  /// The phase that is kept.
  public let phase: PagePhase
  // Invariant: at most `limit` calls of a page, in the order in which they ended.
  private let calls = Mutex<[PageClass: [PageHistory.Call]]>([:])
  private let observation = Mutex<PageObservation?>(nil)

  /// Keeps the calls of all pages of a monitor, until the history goes away.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that times the pages.
  ///   - phase: The phase to keep.
  ///   - limit: How many calls of each page to keep; older ones are dropped.
  public init(of monitor: PageMonitor, _ phase: PagePhase = .load, keeping limit: Int = 50) {
    self.limit = max(1, limit)
    self.phase = phase
    let token = monitor.observe { [weak self] in self?.add($0) }
    observation.withLock { $0 = token }
  }

  /// The pages by name, each with its last calls; encode them for a page of an app.
  ///
  /// - Complexity: O(n log n) for n types of pages.
  public var pages: [PageHistory.Page] {
    calls.withLock { $0 }.map { PageHistory.Page(pageName: $0.name, phase: phase, calls: $1) }
      .sorted { $0.pageName < $1.pageName }
  }

  private func add(_ timing: PageTiming) {
    guard timing.phase == phase else { return }
    calls.withLock { calls in
      calls[timing.page, default: []].append(PageHistory.Call(timing))
      let tooMany = (calls[timing.page]?.count ?? 0) - limit
      if tooMany > 0 { calls[timing.page]?.removeFirst(tooMany) }
    }
  }
}
