// SPDX-License-Identifier: Apache-2.0

package import Gantry
internal import GantryMonitor
package import Logging
package import MonitorAPI
internal import Synchronization
internal import WebAPI

/// Collects the times of route calls that ask for a page.
package final class ShopTimes: PageTimes {
  /// The number of loads of a page, and of holds of the main actor, that are kept.
  package static let kept = 40

  private struct Record {
    let module: String
    let pattern: String
    var counts = TimedPage.Counts()
    var last: [TimedPage.Load] = []
  }

  private struct State {
    var records: [String: Record] = [:]
    var held: [String] = []
    var observation: PageObservation?
  }

  private let budget: Duration
  private let logger: Logger
  private let statistics: RouteStatistics
  // Guards the loads, each of which is reported once.
  private let state = Mutex(State())

  /// Starts to time pages.
  ///
  /// - Parameters:
  ///   - router: The router whose calls are timed.
  ///   - budget: The longest that a page may take.
  ///   - logger: The log for pages that take longer.
  ///   - clock: The clock that times them.
  package init(
    of router: Router, budget: Duration, logger: Logger,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.budget = budget
    self.logger = logger
    let monitor = PageMonitor(clock: clock)
    statistics = RouteStatistics(of: monitor, router)
    let observation = monitor.observeRoutes(of: router) { [weak self] in self?.note($0) }
    state.withLock { $0.observation = observation }
  }

  package var held: [String] { state.withLock { $0.held } }

  package var pages: [TimedPage] {
    let page = String(reflecting: WebAPI.Page.self)
    let times = statistics.summaries.filter { $0.pageName == page }
    return state.withLock { $0.records }.map { route, record in
      let total = times.first { $0.route == route }?.times
      return TimedPage(
        pattern: record.pattern, module: record.module, counts: record.counts,
        median: total?.median ?? .zero, percentile95: total?.percentile95 ?? .zero,
        longest: total?.longest ?? .zero, budget: budget, last: record.last)
    }.sorted { $0.pattern < $1.pattern }
  }

  /// Records a hold of the main actor; the application has logged it.
  func note(_ held: MainActorHeld) {
    state.withLock { $0.held = ($0.held + ["\(held)"]).suffix(Self.kept) }
  }

  private func note(_ timing: RouteTiming) {
    guard Self.isPage(timing) else { return }
    let isOver = timing.elapsed > budget
    state.withLock { state in
      var record =
        state.records[timing.route]
        ?? Record(module: timing.module.rawValue, pattern: timing.pattern)
      record.counts.loads += 1
      record.counts.failed += timing.error == nil ? 0 : 1
      record.counts.overBudget += isOver ? 1 : 0
      let load = TimedPage.Load(elapsed: timing.elapsed, hasFailed: timing.error != nil)
      record.last = (record.last + [load]).suffix(Self.kept)
      state.records[timing.route] = record
    }
    if isOver { logger.notice("over its budget of \(budget): \(timing)") }
  }

  /// Whether a browser got a page, or should have got one from a handler that failed.
  private static func isPage(_ timing: RouteTiming) -> Bool {
    if let name = timing.pageName { return name == String(reflecting: WebAPI.Page.self) }
    return if case .failed = timing.error { true } else { false }
  }
}
