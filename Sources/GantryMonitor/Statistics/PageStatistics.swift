// SPDX-License-Identifier: Apache-2.0

/// Gathers the times of pages, for percentiles.
///
/// ```swift
/// let statistics = PageStatistics(of: monitor)
/// // … the app runs …
/// print(statistics.summary(of: OrdersPage.self, .load)?.times.percentile95 ?? .zero)
/// ```
///
/// Percentiles are those of the last 1,000 calls of a phase; numbers and the longest time are those of
/// all its calls.
public final class PageStatistics: Sendable {
  fileprivate struct Record {
    var elapsed = TimeRecord()
    var own: Int64 = 0
    var waited: Int64 = 0
    var failures = 0
    var cancellations = 0
  }

  /// One record for each page and phase.
  private let records = Gathered<[PageCall: Record]>([:])

  /// Creates statistics of all pages of a monitor, until the statistics go away.
  ///
  /// - Parameter monitor: The monitor that times the pages.
  public init(of monitor: PageMonitor) {
    records.keep(
      monitor.observe { [weak records] timing in
        records?.update { Self.add(timing, to: &$0) }
      })
  }

  private static func add(_ timing: PageTiming, to records: inout [PageCall: Record]) {
    records[timing.call, default: Record()].add(timing)
  }

  /// Forgets all calls.
  package func reset() { records.update { $0 = [:] } }

  /// The summaries so far, by page name and in the order of a page's life.
  ///
  /// - Complexity: O(n log n) for n pages and phases.
  public var summaries: [PageSummary] {
    records.value.map { call, record in record.summary(of: call) }
      .sorted { ($0.pageName, $0.phase.order) < ($1.pageName, $1.phase.order) }
  }

  /// Finds a phase of a page.
  ///
  /// - Parameters:
  ///   - page: The page's class; its subclasses have their own summaries.
  ///   - phase: The phase that was called.
  /// - Returns: The summary so far; nil when the phase was never called.
  /// - Complexity: O(n) for n pages and phases.
  public func summary(of page: AnyClass, _ phase: PagePhase) -> PageSummary? {
    let name = PageClass(page).name
    return records.value.first { $0.key.pageName == name && $0.key.phase == phase }
      .map { call, record in record.summary(of: call) }
  }
}

extension PageStatistics.Record {
  mutating func add(_ timing: PageTiming) {
    elapsed.add(timing.elapsedNanoseconds)
    own &+= timing.ownNanoseconds
    waited &+= timing.waitedNanoseconds
    switch timing.outcome {
    case .completed: break
    case .failed: failures += 1
    case .cancelled: cancellations += 1
    }
  }

  func summary(of call: PageCall) -> PageSummary {
    let times = elapsed.summary
    return PageSummary(
      pageName: call.pageName, phase: call.phase, failures: failures, cancellations: cancellations,
      times: times, ownNanoseconds: own / Int64(times.count),
      waitedNanoseconds: waited / Int64(times.count))
  }
}
