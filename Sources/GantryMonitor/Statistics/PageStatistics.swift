// SPDX-License-Identifier: Apache-2.0

internal import Histogram

/// Gathers the times of pages, for percentiles.
///
/// ```swift
/// let statistics = PageStatistics(of: monitor)
/// // … the app runs …
/// let report = statistics.report
/// print(report.summary(of: OrdersPage.self, .load)?.percentile95 ?? .zero)
/// ```
///
/// Each page and phase has a histogram of fixed size, which keeps times from a nanosecond to an
/// hour to two digits.
public final class PageStatistics: Sendable {
  fileprivate struct Record {
    var elapsed = TimeRecord()
    var own: Int64 = 0
    var waited: Int64 = 0
    var failures = 0
    var cancellations = 0
  }

  /// One record for each page and phase; its histogram counts all their calls.
  private let records = Gathered<[PageCall: Record]>([:])
  private let hasFunctions: Bool

  /// Creates statistics of the timings that you pass to ``record(_:)``.
  ///
  /// - Parameter functions: Whether reports also show the functions that ``Timing`` knows.
  public init(functions: Bool = false) { hasFunctions = functions }

  /// Creates statistics of all pages of a monitor, until the statistics go away.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that times the pages.
  ///   - functions: Whether reports also show the functions that ``Timing`` knows.
  public convenience init(of monitor: PageMonitor, functions: Bool = false) {
    self.init(functions: functions)
    records.keep(
      monitor.observe { [weak records] timing in
        records?.update { Self.add(timing, to: &$0) }
      })
  }

  /// Adds a call.
  ///
  /// - Parameter timing: The call's times.
  public func record(_ timing: PageTiming) {
    records.update { Self.add(timing, to: &$0) }
  }

  private static func add(_ timing: PageTiming, to records: inout [PageCall: Record]) {
    records[timing.call, default: Record()].add(timing)
  }

  /// Forgets all calls of pages; ``Timing/reset()`` forgets calls of functions.
  public func reset() { records.update { $0 = [:] } }

  /// The report so far.
  ///
  /// - Complexity: O(n log n) for n pages and phases.
  public var report: PageReport {
    let pages = records.value.map { call, record in record.summary(of: call) }
    return PageReport(pages: pages, functions: hasFunctions ? Timing.functions : [])
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
      pageName: call.pageName, phase: call.phase, count: times.count, failures: failures,
      cancellations: cancellations,
      medianNanoseconds: times.medianNanoseconds,
      percentile95Nanoseconds: times.percentile95Nanoseconds,
      percentile99Nanoseconds: times.percentile99Nanoseconds,
      longestNanoseconds: times.longestNanoseconds,
      ownNanoseconds: own / Int64(times.count), waitedNanoseconds: waited / Int64(times.count))
  }
}

/// The times of many calls of a page's phase, as plain data that you can store.
///
/// Percentiles are the upper ends of their buckets: at most one percent above the measured time,
/// and never above the longest time.
public struct PageSummary: Sendable, Hashable, Codable {
  /// The name of the page's type, with its module.
  public let pageName: String
  /// The phase that was called.
  public let phase: PagePhase
  /// How many calls there were; at least one.
  public let count: Int
  /// How many calls failed.
  public let failures: Int
  /// How many calls were cancelled.
  public let cancellations: Int
  let medianNanoseconds: Int64
  let percentile95Nanoseconds: Int64
  let percentile99Nanoseconds: Int64
  let longestNanoseconds: Int64
  let ownNanoseconds: Int64
  let waitedNanoseconds: Int64

  /// The time that half of the calls did not exceed.
  public var median: Duration { .nanoseconds(medianNanoseconds) }

  /// The time that 95 of a hundred calls did not exceed.
  public var percentile95: Duration { .nanoseconds(percentile95Nanoseconds) }

  /// The time that 99 of a hundred calls did not exceed.
  public var percentile99: Duration { .nanoseconds(percentile99Nanoseconds) }

  /// The time of the longest call.
  public var longest: Duration { .nanoseconds(longestNanoseconds) }

  /// The mean of the times without inner pages.
  public var own: Duration { .nanoseconds(ownNanoseconds) }

  /// The mean of the times spent waiting.
  public var waited: Duration { .nanoseconds(waitedNanoseconds) }
}

/// Times as they are gathered, each to two digits and up to an hour.
struct TimeRecord {
  private static let limit: Int64 = 3_600_000_000_000

  private var times = Histogram<UInt32>(
    lowestDiscernibleValue: 1, highestTrackableValue: UInt64(TimeRecord.limit),
    numberOfSignificantValueDigits: .two)
  // The histogram knows only its bucket.
  private var longest: Int64 = 0

  mutating func add(_ nanoseconds: Int64) {
    let time = min(max(0, nanoseconds), Self.limit)
    _ = times.record(UInt64(time))
    longest = max(longest, time)
  }

  /// The longest time that has the same two digits as this one.
  static func bucketEnd(_ nanoseconds: Int64) -> Int64 {
    // The first 256 values have 256 buckets; above them, each power of two has 128.
    let bits = Int64.bitWidth - max(0, nanoseconds).leadingZeroBitCount
    return nanoseconds | ((1 << Int64(max(0, bits - 8))) - 1)
  }

  var summary: TimeSummary {
    guard times.totalCount > 0 else {
      return TimeSummary(
        count: 0, medianNanoseconds: 0, percentile95Nanoseconds: 0, percentile99Nanoseconds: 0,
        longestNanoseconds: 0)
    }
    return TimeSummary(
      count: Int(times.totalCount),
      medianNanoseconds: percentile(50), percentile95Nanoseconds: percentile(95),
      percentile99Nanoseconds: percentile(99), longestNanoseconds: longest)
  }

  /// The upper end of a bucket, but never above the longest measured time.
  private func percentile(_ percent: Double) -> Int64 {
    min(Int64(times.valueAtPercentile(percent)), longest)
  }
}

/// Times of one kind, as plain data that you can store.
///
/// Percentiles are the upper ends of their buckets: at most one percent above the measured time,
/// and never above the longest time.
public struct TimeSummary: Sendable, Hashable, Codable {
  /// The number of times; if it is zero, all other values are zero.
  public let count: Int
  let medianNanoseconds: Int64
  let percentile95Nanoseconds: Int64
  let percentile99Nanoseconds: Int64
  let longestNanoseconds: Int64

  /// The time that half of the calls didn't exceed.
  public var median: Duration { .nanoseconds(medianNanoseconds) }

  /// The time that 95 % of the calls didn't exceed.
  public var percentile95: Duration { .nanoseconds(percentile95Nanoseconds) }

  /// The time that 99 % of the calls didn't exceed.
  public var percentile99: Duration { .nanoseconds(percentile99Nanoseconds) }

  /// The longest time.
  public var longest: Duration { .nanoseconds(longestNanoseconds) }
}

/// The times of an app's pages and functions, as plain data that you can store and check against
/// budgets.
public struct PageReport: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  package static let currentSchemaVersion = 1

  /// The version of the encoded form.
  package let schemaVersion: Int
  /// The phases that were called, by page name and in the order of a page's life.
  public let pages: [PageSummary]
  /// The functions that are marked ``Timed()``, by name; empty when the statistics cover pages
  /// only.
  public let functions: [FunctionSummary]

  init(pages: [PageSummary], functions: [FunctionSummary] = []) {
    self.functions = functions
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
