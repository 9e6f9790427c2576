// SPDX-License-Identifier: Apache-2.0

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
  /// The number of times.
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
  package var percentile99: Duration { .nanoseconds(percentile99Nanoseconds) }

  /// The longest time.
  public var longest: Duration { .nanoseconds(longestNanoseconds) }
}
