// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// The last calls of marked functions, in a ring that is written without a lock.
///
/// Readers skip entries that are being written. A writer that sleeps while the others go around
/// the ring may leave a call that is made of two: a trace may show it, percentiles never do.
final class RecentCalls: Sendable {
  private static let capacity = 1 << 14
  private static let width = 4

  // Invariant: true while a reader has asked to keep calls.
  private let isKept = Atomic(false)
  private let keepers = Mutex(0)
  private let next = Atomic<Int64>(0)
  /// The number of the last call before calls were kept.
  private let last = Atomic<Int64>(0)
  // Invariant: for each call an even number that grows, its site, its start, and its elapsed time
  // with the outcome in the last two bits; the number is odd while the others change.
  private let words = AtomicWords(count: capacity * width)

  var isKeeping: Bool { isKept.load(ordering: .relaxed) }

  func keep(_ isKept: Bool) {
    keepers.withLock { keepers in
      if keepers == 0 { last.store(next.load(ordering: .relaxed), ordering: .relaxed) }
      keepers += isKept ? 1 : -1
      self.isKept.store(keepers > 0, ordering: .relaxed)
    }
  }

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

  /// The calls as slices of a time line, in no order.
  ///
  /// - Parameter origin: The start that is shown as zero.
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
