// SPDX-License-Identifier: Apache-2.0

/// Gathers the times of pages, for percentiles.
///
/// ```swift
/// let statistics = PageStatistics(of: monitor)
/// // … the app runs …
/// let report = statistics.report
/// print(report.summary(of: OrdersPage.self, .load)?.times.percentile95 ?? .zero)
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
  public func reset() { records.update { $0 = [:] } }

  /// The report so far.
  ///
  /// - Complexity: O(n log n) for n pages and phases.
  public var report: PageReport {
    PageReport(pages: records.value.map { call, record in record.summary(of: call) })
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
