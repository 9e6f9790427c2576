// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import CGantryTiming

/// Times the functions that are marked ``Timed()``, in the whole process and while it is switched on.
///
/// ```swift
/// Timing.isEnabled = true
/// // … the app runs …
/// for function in Timing.functions { logger.info("\(function)") }
/// ```
///
/// It is process-wide because a marked function knows nothing but itself. Off, a marked function
/// costs one relaxed atomic load more than a plain one; on, two readings of the clock and a few
/// atomic additions, without a lock or an allocation after its first call.
public enum Timing {
  static let sites = TimedSites()

  /// Whether marked functions are timed; calls already under way aren't affected by a change.
  @inlinable
  public static var isEnabled: Bool {
    get { gantry_get_is_timing() }
    set { gantry_set_is_timing(newValue) }
  }

  /// Times functions by the clock of a monitor from now on; at first it is the system's.
  ///
  /// - Parameter monitor: The monitor with the clock.
  public static func useClock(of monitor: PageMonitor) { sites.use(monitor.stopwatch) }

  /// How long the functions took that were called while timing was on, by name.
  ///
  /// - Complexity: O(n log n) for n functions, each with a histogram to read.
  public static var functions: [FunctionSummary] { sites.summaries }

  /// Forgets all calls; calls that end at the same time may be forgotten in part.
  public static func reset() { sites.reset() }

  @usableFromInline
  static func now() -> Int64 { sites.now }

  @usableFromInline
  static func record(_ site: StaticString, _ start: Int64, _ outcome: TimedCall.Outcome) {
    sites.record(site, start, outcome)
  }
}
