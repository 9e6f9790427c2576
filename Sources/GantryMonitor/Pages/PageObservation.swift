// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryRouting

/// Keeps an observer of pages.
///
/// It ends with ``cancel()``, and also when the last reference to this token goes away: store the
/// token for as long as the closure shall be called. It keeps the monitor, too. A call that is in
/// progress may still be told.
public final class PageObservation: Sendable {
  /// Taken out before it is called, so that it runs once.
  private let ending: Handover<@Sendable () -> Void>

  package init(ending: @escaping @Sendable () -> Void) { self.ending = Handover(ending) }

  deinit { cancel() }

  /// Ends the observation; a second call does nothing.
  public func cancel() { ending.take()?() }
}

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Dispatch
#endif

/// Reads a clock as nanoseconds from its making on.
///
/// The system's clock is read as a number: a `Duration` costs more than the reading.
struct Stopwatch: Sendable {
  /// The system clock's reading when the stopwatch was made.
  let systemStart: Int64
  /// Whether it reads the system's clock.
  let isSystem: Bool
  /// Reads another clock; nil for the system's.
  private let read: (@Sendable () -> Duration)?

  init(_ clock: any Clock<Duration>) {
    systemStart = Self.systemNanoseconds
    isSystem = clock is ContinuousClock
    read = isSystem ? nil : Self.reader(clock)
  }

  // By the flag, and not by the closure: copying that would cost more than the rest.
  @inline(__always)
  var nanoseconds: Int64 {
    isSystem ? Self.systemNanoseconds &- systemStart : otherNanoseconds
  }

  @inline(never)
  private var otherNanoseconds: Int64 { read?().nanoseconds ?? 0 }

  /// The system's clock as it is.
  static var systemNanoseconds: Int64 {
    #if canImport(Glibc)
      // The same clock, without the hundred instructions that Dispatch spends on it.
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    #else
      return Int64(bitPattern: DispatchTime.now().uptimeNanoseconds)
    #endif
  }

  private static func reader<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to the range.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflows else { return seconds < 0 ? .min : .max }
    let (sum, isTooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLarge ? (seconds < 0 ? .min : .max) : sum
  }
}
