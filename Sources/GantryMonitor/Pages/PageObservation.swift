// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Keeps an observer of pages.
///
/// It ends with ``cancel()``, and also when the last reference to this token goes away: store the
/// token for as long as the closure shall be called. It keeps the monitor, too. A call that is in
/// progress may still be told.
public final class PageObservation: Sendable {
  // Invariant: the closure is taken out before it is called, so that it runs once.
  private let ending: Mutex<(@Sendable () -> Void)?>

  package init(ending: @escaping @Sendable () -> Void) { self.ending = Mutex(ending) }

  deinit { cancel() }

  /// Ends the observation; a second call does nothing.
  public func cancel() {
    let ending = self.ending.withLock { ending in
      defer { ending = nil }
      return ending
    }
    ending?()
  }
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
  private let start: Int64
  /// Nil for the system's clock.
  private let read: (@Sendable () -> Duration)?

  init(_ clock: any Clock<Duration>) {
    start = Self.systemNanoseconds
    read = clock is ContinuousClock ? nil : Self.reader(clock)
  }

  var nanoseconds: Int64 {
    if let read { return read().nanoseconds }
    return Self.systemNanoseconds &- start
  }

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

  /// Whether it reads the system's clock.
  var isSystem: Bool { read == nil }

  /// The system clock's reading when the stopwatch was made.
  var systemStart: Int64 { start }

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
