// SPDX-License-Identifier: Apache-2.0

internal import GantryRouting
internal import GantrySupport

/// Keeps an observer of pages alive.
///
/// The observation ends with ``cancel()``, or when the last reference to this token goes away, so
/// store the token for as long as you need the closure. A token of `observe` also keeps the monitor; an
/// `EventSubscription` doesn't keep its bus. A call in progress may still be reported.
public final class PageObservation: Sendable {
  /// Removed before it is called, so that it runs once.
  private let ending: LockedBox<@Sendable () -> Void>

  package init(ending: @escaping @Sendable () -> Void) { self.ending = LockedBox(ending) }

  deinit { cancel() }

  /// Ends the observation; a second call does nothing.
  public func cancel() { ending.take()?() }
}

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Dispatch
#endif

/// Reads a clock as nanoseconds since the stopwatch was created.
///
/// The system's clock is read as a number, because a `Duration` costs more than the reading.
struct Stopwatch: Sendable {
  /// The system clock's reading when the stopwatch was created.
  private let systemStart: Int64
  /// Whether it reads the system's clock.
  private let isSystem: Bool
  /// Reads another clock; nil for the system's.
  private let read: (@Sendable () -> Duration)?

  init(_ clock: any Clock<Duration>) {
    systemStart = Self.systemNanoseconds
    isSystem = clock is ContinuousClock
    read = isSystem ? nil : clock.stopwatch()
  }

  // The flag decides, and not the closure: copying that would cost more than the rest.
  @inline(__always)
  var nanoseconds: Int64 {
    isSystem ? Self.systemNanoseconds &- systemStart : otherNanoseconds
  }

  @inline(never)
  private var otherNanoseconds: Int64 { read?().nanoseconds ?? 0 }

  private static var systemNanoseconds: Int64 {
    #if canImport(Glibc)
      // The same clock, without the hundred instructions that Dispatch needs for it.
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    #else
      return Int64(bitPattern: DispatchTime.now().uptimeNanoseconds)
    #endif
  }
}

extension Duration {
  /// The duration as messages show it.
  var text: String { Wording.duration(self) }

  /// The duration in whole nanoseconds, clamped to the range.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflows else { return seconds < 0 ? .min : .max }
    let (sum, isTooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLarge ? (seconds < 0 ? .min : .max) : sum
  }
}

/// A value that observations add to, for as long as its owner keeps it.
///
/// The closures of its observations hold it weakly, so they end with it, and it ends with its
/// owner.
package final class Gathered<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    /// The tokens, which end the observations when they go away.
    var observations: [any Sendable] = []
  }

  /// Guards the value and the tokens; nothing is called or released under it.
  private let state: Mutex<State>

  package init(_ value: Value) { state = Mutex(State(value: value)) }

  /// The value so far.
  package var value: Value { state.withLock(\.value) }

  /// Changes the value, and returns what the closure does.
  package func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    state.withLock { change(&$0.value) }
  }

  /// Keeps the token of an observation that adds to it.
  package func keep(_ observation: any Sendable) {
    state.withLock { $0.observations.append(observation) }
  }
}
