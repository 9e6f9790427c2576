// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Gathers the times of pages, for percentiles.
///
/// ```swift
/// let statistics = PageStatistics(of: monitor)
/// // … the app runs …
/// let report = statistics.report
/// print(report.summary(of: OrdersPage.self, .load)?.percentile95 ?? .zero)
/// ```
///
/// A time is kept to two digits, from a nanosecond to an hour, in a histogram of fixed size for each
/// page and phase.
public final class PageStatistics: Sendable {
  fileprivate struct Record {
    var elapsed = TimeRecord()
    var own: Int64 = 0
    var waited: Int64 = 0
    var failures = 0
    var cancellations = 0
  }

  // Invariant: one record for each call that was told; its histogram counts all of them.
  private let records = Mutex<[PageCall: Record]>([:])
  private let observation = Mutex<PageObservation?>(nil)
  private let hasFunctions: Bool

  /// Makes statistics of the timings given to ``record(_:)``.
  ///
  /// - Parameter functions: Whether reports also show the functions that ``Timing`` knows.
  public init(functions: Bool = false) { hasFunctions = functions }

  /// Makes statistics of all pages of a monitor, until the statistics go away.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that times the pages.
  ///   - functions: Whether reports also show the functions that ``Timing`` knows.
  public convenience init(of monitor: PageMonitor, functions: Bool = false) {
    self.init(functions: functions)
    let token = monitor.observe { [weak self] in self?.record($0) }
    observation.withLock { $0 = token }
  }

  /// Adds a call.
  ///
  /// - Parameter timing: How long it took.
  public func record(_ timing: PageTiming) {
    records.withLock { $0[timing.call, default: Record()].add(timing) }
  }

  /// Forgets all calls of pages; ``Timing/reset()`` those of functions.
  public func reset() { records.withLock { $0 = [:] } }

  /// The report so far.
  ///
  /// - Complexity: O(n log n) for n pages and phases.
  public var report: PageReport {
    let pages = records.withLock { records in
      records.map { call, record in record.summary(of: call) }
    }
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
