// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Histogram

/// Times as they are gathered: two digits of each, up to an hour.
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

  /// The longest time that is told from this one by none of its two digits.
  static func bucketEnd(_ nanoseconds: Int64) -> Int64 {
    // 256 buckets for the first 256 values; above, each power of two has 128.
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
