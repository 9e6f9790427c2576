// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How long a phase of a page took over many calls: plain data that can be stored.
///
/// Percentiles are the upper ends of their buckets: at most one percent above the measured time,
/// and never above the longest.
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

  /// The mean of the times that were spent waiting.
  public var waited: Duration { .nanoseconds(waitedNanoseconds) }
}
