// SPDX-License-Identifier: Apache-2.0

public import GantryRouting

/// Gathers the times of routes, by route, module and type of page, for percentiles.
///
/// ```swift
/// let routes = RouteStatistics(of: monitor, application.router)
/// // … the app runs …
/// for route in routes.summaries { logger.info("\(route.route): \(route.times.percentile95)") }
/// ```
public final class RouteStatistics: Sendable {
  private struct Key: Hashable {
    let route: String
    let module: ModuleName
    let pattern: String
    let pageName: String?
  }

  private struct Record {
    var times = TimeRecord()
    var failures = 0
  }

  private let records = Gathered<[Key: Record]>([:])

  /// Creates statistics of all calls of a router, until the statistics go away.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that times them.
  ///   - router: The router.
  public init(of monitor: PageMonitor, _ router: Router) {
    records.keep(
      monitor.observeRoutes(of: router) { [weak records] timing in
        records?.update { Self.add(timing, to: &$0) }
      })
  }

  /// The summaries so far, by route, module and type of page.
  ///
  /// - Complexity: O(n log n) for n routes.
  public var summaries: [RouteSummary] {
    records.value.map { key, record in
      RouteSummary(
        route: key.route, module: key.module, pattern: key.pattern, pageName: key.pageName,
        failures: record.failures, times: record.times.summary)
    }.sorted { ($0.route, $0.module, $0.pageName ?? "") < ($1.route, $1.module, $1.pageName ?? "") }
  }

  private static func add(_ timing: RouteTiming, to records: inout [Key: Record]) {
    let key = Key(
      route: timing.route, module: timing.module, pattern: timing.pattern,
      pageName: timing.pageName)
    records[key, default: Record()].times.add(timing.elapsedNanoseconds)
    if timing.error != nil { records[key]?.failures += 1 }
  }
}
