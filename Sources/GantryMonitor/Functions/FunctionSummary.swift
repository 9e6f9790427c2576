// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import Histogram
internal import Synchronization

/// The times of many calls of a function that is marked ``Timed()``, as plain data that you can
/// store.
///
/// Percentiles are within two percent of the measured times.
public struct FunctionSummary: Sendable, Hashable, Codable {
  /// The function, with its module, types and labels: `Shop.Store.find(_:in:)`.
  public let name: String
  /// `file:line` of the function.
  public let declaredAt: String
  /// The number of calls; at least one.
  public let count: Int
  /// The number of calls that failed.
  public let failures: Int
  /// The number of calls that were cancelled.
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

  /// The time that 95 % of the calls did not exceed.
  public var percentile95: Duration { .nanoseconds(percentile95Nanoseconds) }

  /// The time that 99 % of the calls did not exceed.
  public var percentile99: Duration { .nanoseconds(percentile99Nanoseconds) }

  /// The time of the longest call.
  public var longest: Duration { .nanoseconds(longestNanoseconds) }

  /// The mean of the times.
  public var mean: Duration { .nanoseconds(meanNanoseconds) }
}

extension FunctionSummary: CustomStringConvertible {
  /// The function, the number of its calls, and its times.
  public var description: String {
    let calls = count == 1 ? "1 call" : "\(count) calls"
    var text = "\(name) (\(declaredAt)): \(calls), median \(median.text)"
    text += ", 95 % \(percentile95.text), 99 % \(percentile99.text), longest \(longest.text)"
    if failures > 0 { text += ", \(failures) failed" }
    if cancellations > 0 { text += ", \(cancellations) cancelled" }
    return text
  }
}

/// The last calls of marked functions, in a ring that is written without a lock.
///
/// Readers skip entries that are being written. A writer that sleeps while others go around the
/// ring may leave a mixture of two calls: a trace may show it, but percentiles never do.
final class RecentCalls: Sendable {
  private static let capacity = 1 << 14
  private static let width = 4

  private let isKept = Atomic(false)
  private let next = Atomic<Int64>(0)
  /// The number of the last call before calls were kept.
  private let last = Atomic<Int64>(0)
  // Invariant: for each call an even number that grows, its site, its start, and its elapsed time
  // with the outcome in the last two bits; the number is odd while the others change.
  private let words = AtomicWords(count: capacity * width)

  var isKeeping: Bool { isKept.load(ordering: .relaxed) }

  /// Keeps calls from now on, and drops those that were kept before.
  func begin() {
    last.store(next.load(ordering: .relaxed), ordering: .relaxed)
    isKept.store(true, ordering: .relaxed)
  }

  func end() { isKept.store(false, ordering: .relaxed) }

  func add(
    _ site: Unmanaged<TimedSite>, _ start: Int64, _ elapsed: Int64, _ outcome: TimedCall.Outcome
  ) {
    let number = next.wrappingAdd(1, ordering: .relaxed).newValue
    let place = Int(truncatingIfNeeded: number) & (Self.capacity - 1) * Self.width
    words[place].pointee.store(number << 1 | 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    words[place + 1].pointee.store(unsafeBitCast(site, to: Int64.self), ordering: .relaxed)
    words[place + 2].pointee.store(start, ordering: .relaxed)
    words[place + 3].pointee.store(elapsed << 2 | outcome.rawValue, ordering: .relaxed)
    words[place].pointee.store(number << 1, ordering: .releasing)
  }

  /// The calls as slices of a timeline, in no particular order.
  ///
  /// - Parameter origin: The time that is shown as zero.
  func slices(from origin: Int64) -> [TimelineSlice] {
    let last = last.load(ordering: .relaxed)
    return (0..<Self.capacity).compactMap { slice(at: $0 * Self.width, after: last, origin) }
  }

  private func slice(at place: Int, after last: Int64, _ origin: Int64) -> TimelineSlice? {
    let number = words[place].pointee.load(ordering: .acquiring)
    let site = words[place + 1].pointee.load(ordering: .relaxed)
    let start = words[place + 2].pointee.load(ordering: .relaxed)
    let ending = words[place + 3].pointee.load(ordering: .relaxed)
    atomicMemoryFence(ordering: .acquiring)
    guard number >> 1 > last, number & 1 == 0,
      words[place].pointee.load(ordering: .relaxed) == number,
      let outcome = TimedCall.Outcome(rawValue: ending & 3)
    else { return nil }
    let text = unsafeBitCast(site, to: Unmanaged<TimedSite>.self)._withUnsafeGuaranteedRef(\.text)
    return TimelineSlice(
      FunctionName(text: "\(text)"), start: start - origin, elapsed: ending >> 2, outcome)
  }
}

extension TimelineSlice {
  init(
    _ function: FunctionName, start: Int64, elapsed: Int64, _ outcome: TimedCall.Outcome
  ) {
    name = function.name
    category = "function"
    self.start = start
    end = start + elapsed
    outer = ""
    var details = [("declared", function.declaredAt)]
    switch outcome {
    case .completed: break
    case .failed: details.append(("failed", "yes"))
    case .cancelled: details.append(("cancelled", "yes"))
    }
    self.details = details
  }
}
