// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Histogram
internal import Synchronization

/// The times of one marked function, counted in buckets that any thread adds to.
final class TimedSite: Sendable {
  /// About an hour; longer calls count as this long.
  private static let longestTracked: Int64 = 1 << 42 - 1
  private static let bucketCount = bucket(of: UInt64(longestTracked)) + 1

  /// The function's name, a space, and `file:line`.
  let text: StaticString
  private let buckets = AtomicWords(count: TimedSite.bucketCount)
  private let longest = Atomic<Int64>(0)
  private let failures = Atomic<Int>(0)
  private let cancellations = Atomic<Int>(0)

  init(_ text: StaticString) { self.text = text }

  func record(_ elapsed: Int64, _ outcome: TimedCall.Outcome) {
    let tracked = UInt64(bitPattern: min(max(0, elapsed), Self.longestTracked))
    buckets[Self.bucket(of: tracked)].pointee.wrappingAdd(1, ordering: .relaxed)
    if elapsed > longest.load(ordering: .relaxed) { longest.max(elapsed, ordering: .relaxed) }
    switch outcome {
    case .completed: break
    case .failed: failures.wrappingAdd(1, ordering: .relaxed)
    case .cancelled: cancellations.wrappingAdd(1, ordering: .relaxed)
    }
  }

  func reset() {
    for index in 0..<Self.bucketCount { buckets[index].pointee.store(0, ordering: .relaxed) }
    longest.store(0, ordering: .relaxed)
    failures.store(0, ordering: .relaxed)
    cancellations.store(0, ordering: .relaxed)
  }

  /// Adds this site's counts to a total over the sites of one function.
  func add(to total: inout Total) {
    for index in 0..<Self.bucketCount {
      let count = buckets[index].pointee.load(ordering: .relaxed)
      if count > 0 { _ = total.elapsed.record(Self.middle(of: index), count: UInt64(count)) }
    }
    total.longest = max(total.longest, longest.load(ordering: .relaxed))
    total.failures += failures.load(ordering: .relaxed)
    total.cancellations += cancellations.load(ordering: .relaxed)
  }

  /// The bucket of a time: each power of two from 128 ns on is cut into 64 (as in HdrHistogram).
  @inline(__always)
  static func bucket(of nanoseconds: UInt64) -> Int {
    guard nanoseconds >= 128 else { return Int(truncatingIfNeeded: nanoseconds) }
    let shift = 57 - nanoseconds.leadingZeroBitCount
    return shift << 6 + Int(truncatingIfNeeded: nanoseconds >> UInt64(shift))
  }

  /// The middle of a bucket, which represents all its times: at most one percent off.
  static func middle(of bucket: Int) -> UInt64 {
    guard bucket >= 128 else { return UInt64(bucket) }
    let shift = UInt64(bucket >> 6 - 1)
    return UInt64(bucket & 63 | 64) << shift + (1 << shift) / 2
  }

  /// The sum of the counts of one function's sites.
  struct Total {
    var elapsed = Histogram<UInt64>(
      lowestDiscernibleValue: 1, highestTrackableValue: 1 << 43,
      numberOfSignificantValueDigits: .two)
    var longest: Int64 = 0
    var failures = 0
    var cancellations = 0
  }
}
