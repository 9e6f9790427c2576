// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch
internal import Histogram

/// How long a function that is marked ``Timed()`` took over many calls: plain data to be stored.
///
/// Percentiles are within two percent of the measured times.
public struct FunctionSummary: Sendable, Hashable, Codable {
  /// The function with its module, types and labels: `Shop.Store.find(_:in:)`.
  public let name: String
  /// `file:line` of the function.
  public let declaredAt: String
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
  let meanNanoseconds: Int64

  /// Nil when nothing was counted.
  init?(_ sites: [TimedSite], text: String) {
    var total = TimedSite.Total()
    for site in sites { site.add(to: &total) }
    guard total.elapsed.totalCount > 0 else { return nil }
    let function = FunctionName(text: text)
    name = function.name
    declaredAt = function.declaredAt
    count = Int(total.elapsed.totalCount)
    failures = total.failures
    cancellations = total.cancellations
    let times = [50, 95, 99].map { percentile in
      min(Int64(total.elapsed.valueAtPercentile(percentile)), total.longest)
    }
    (medianNanoseconds, percentile95Nanoseconds, percentile99Nanoseconds) =
      (times[0], times[1], times[2])
    longestNanoseconds = total.longest
    meanNanoseconds = Int64(total.elapsed.mean)
  }

  /// The time that half of the calls did not exceed.
  public var median: Duration { .nanoseconds(medianNanoseconds) }

  /// The time that 95 of a hundred calls did not exceed.
  public var percentile95: Duration { .nanoseconds(percentile95Nanoseconds) }

  /// The time that 99 of a hundred calls did not exceed.
  public var percentile99: Duration { .nanoseconds(percentile99Nanoseconds) }

  /// The time of the longest call.
  public var longest: Duration { .nanoseconds(longestNanoseconds) }

  /// The mean of the times.
  public var mean: Duration { .nanoseconds(meanNanoseconds) }
}

extension FunctionSummary: CustomStringConvertible {
  /// The function, how often it was called, and its times.
  public var description: String {
    var text = "\(name) (\(declaredAt)): \(count) calls, median \(median.text)"
    text += ", 95 % \(percentile95.text), 99 % \(percentile99.text), longest \(longest.text)"
    if failures > 0 { text += ", \(failures) failed" }
    if cancellations > 0 { text += ", \(cancellations) cancelled" }
    return text
  }
}
