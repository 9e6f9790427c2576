// SPDX-License-Identifier: Apache-2.0

/// Gathers the times of pages, for percentiles.
///
/// ```swift
/// let statistics = PageStatistics(of: monitor)
/// // … the app runs …
/// let report = statistics.report
/// print(report.summary(of: OrdersPage.self, .load)?.percentile95 ?? .zero)
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

  /// Creates statistics of the timings that you pass to ``record(_:)``.
  public init() {}

  /// Creates statistics of all pages of a monitor, until the statistics go away.
  ///
  /// - Parameter monitor: The monitor that times the pages.
  public convenience init(of monitor: PageMonitor) {
    self.init()
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
/// Percentiles are those of the last 1,000 calls.
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

/// Times as they are gathered: the last ones for percentiles, the number and the longest of all.
struct TimeRecord {
  private static let limit = 1_000

  // Invariant: the last times, at most `limit`; a further one replaces the oldest.
  private var last: [Int64] = []
  private var count = 0
  private var longest: Int64 = 0

  mutating func add(_ nanoseconds: Int64) {
    let time = max(0, nanoseconds)
    if last.count < Self.limit { last.append(time) } else { last[count % Self.limit] = time }
    count += 1
    longest = max(longest, time)
  }

  /// - Complexity: O(n log n) for n kept times.
  var summary: TimeSummary {
    let sorted = last.sorted()
    // The nearest rank: the least time that this share of the times doesn't exceed.
    let percentiles = [50, 95, 99].map { percent in
      sorted.isEmpty ? 0 : sorted[max(1, (sorted.count * percent + 99) / 100) - 1]
    }
    return TimeSummary(
      count: count, medianNanoseconds: percentiles[0], percentile95Nanoseconds: percentiles[1],
      percentile99Nanoseconds: percentiles[2], longestNanoseconds: longest)
  }
}

/// Times of one kind, as plain data that you can store.
///
/// Percentiles are those of the last 1,000 calls.
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
