// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Some times of one kind: plain data to be stored.
///
/// Percentiles are the upper ends of their buckets: at most one percent above the measured time,
/// and never above the longest.
public struct TimeSummary: Sendable, Hashable, Codable {
  /// How many times there are; without any, all others are zero.
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
