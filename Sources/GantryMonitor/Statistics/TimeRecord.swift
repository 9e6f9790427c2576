// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Histogram

/// Times as they are gathered: two digits of each, up to an hour.
struct TimeRecord {
  private static let longest: UInt64 = 3_600_000_000_000

  private var times = Histogram<UInt32>(
    lowestDiscernibleValue: 1, highestTrackableValue: TimeRecord.longest,
    numberOfSignificantValueDigits: .two)

  mutating func add(_ nanoseconds: Int64) {
    _ = times.record(min(UInt64(max(0, nanoseconds)), Self.longest))
  }

  var summary: TimeSummary {
    guard times.totalCount > 0 else {
      return TimeSummary(
        count: 0, medianNanoseconds: 0, percentile95Nanoseconds: 0, percentile99Nanoseconds: 0,
        longestNanoseconds: 0)
    }
    return TimeSummary(
      count: Int(times.totalCount),
      medianNanoseconds: Int64(times.valueAtPercentile(50)),
      percentile95Nanoseconds: Int64(times.valueAtPercentile(95)),
      percentile99Nanoseconds: Int64(times.valueAtPercentile(99)),
      longestNanoseconds: Int64(times.max))
  }
}
