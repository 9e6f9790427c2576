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

/// The times of many calls of a page's phase, as plain data that you can store.
public struct PageSummary: Sendable, Hashable, Codable {
  /// The name of the page's type, with its module.
  public let pageName: String
  /// The phase that was called.
  public let phase: PagePhase
  /// How many calls failed.
  public let failures: Int
  /// How many calls were cancelled.
  public let cancellations: Int
  /// The number of calls, and their times from the beginning to the end.
  public let times: TimeSummary
  let ownNanoseconds: Int64
  let waitedNanoseconds: Int64

  /// The mean of the times without inner pages.
  public var own: Duration { .nanoseconds(ownNanoseconds) }

  /// The mean of the times spent waiting.
  public var waited: Duration { .nanoseconds(waitedNanoseconds) }
}

/// The times of an app's pages, as plain data that you can store and check against budgets.
public struct PageReport: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  package static let currentSchemaVersion = 1

  /// The version of the encoded form.
  package let schemaVersion: Int
  /// The phases that were called, by page name and in the order of a page's life.
  public let pages: [PageSummary]

  init(pages: [PageSummary]) {
    schemaVersion = Self.currentSchemaVersion
    self.pages = pages.sorted {
      ($0.pageName, $0.phase.order) < ($1.pageName, $1.phase.order)
    }
  }

  /// Finds a phase of a page.
  ///
  /// - Parameters:
  ///   - page: The page's class; its subclasses have their own summaries.
  ///   - phase: The phase that was called.
  /// - Returns: The summary; nil when the phase was never called.
  /// - Complexity: O(n).
  public func summary(of page: AnyClass, _ phase: PagePhase) -> PageSummary? {
    let name = PageClass(page).name
    return pages.first { $0.pageName == name && $0.phase == phase }
  }
}
