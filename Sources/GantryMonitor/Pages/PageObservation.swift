// SPDX-License-Identifier: Apache-2.0

internal import GantryRouting
internal import Synchronization

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
    read = isSystem ? nil : clock.stopwatch()
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

/// The observers of each type's pages, read without a lock and without counting references.
///
/// A reader counts itself in, and uses the table of that moment. A table that was replaced is kept until
/// no reader is left: epoch-based reclamation with one epoch (Fraser, *Practical lock-freedom*, 2004).
/// All orders are sequentially consistent: a writer that sees no reader after it has replaced the
/// table knows that each later reader sees the new one.
final class SharedWatches: Sendable {
  /// The observers at one moment.
  final class Table: Sendable {
    fileprivate let watches: PointerTable<PageWatch>

    fileprivate init(_ watches: PointerTable<PageWatch>) { self.watches = watches }
  }

  private let table = Atomic<Unmanaged<Table>?>(nil)
  private let readers = Atomic<Int>(0)
  private let hasReplaced = Atomic<Bool>(false)

  deinit { table.load(ordering: .sequentiallyConsistent)?.release() }

  /// The observers of a type's pages, valid until ``leave()``.
  ///
  /// - Returns: Nil where the table does not have the type; the reader still has to leave.
  @inline(__always)
  func enter(_ type: ObjectIdentifier) -> Unmanaged<PageWatch>? {
    readers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    return table.load(ordering: .sequentiallyConsistent)?._withUnsafeGuaranteedRef {
      $0.watches.unretained(type)
    }
  }

  /// Ends the use of what ``enter(_:)`` has returned.
  ///
  /// - Returns: Whether the reader was the last, and tables wait for their release.
  @inline(__always)
  func leave() -> Bool {
    let left = readers.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
    return left == 0 && hasReplaced.load(ordering: .sequentiallyConsistent)
  }

  /// Whether nothing that was replaced before is in use.
  var isUnread: Bool { readers.load(ordering: .sequentiallyConsistent) == 0 }

  /// Says whether replaced tables are kept; called under the lock of the one who keeps them.
  func keepsReplaced(_ isKeeping: Bool) {
    hasReplaced.store(isKeeping, ordering: .sequentiallyConsistent)
  }

  /// Replaces the table.
  ///
  /// - Parameter watches: The observers from now on.
  /// - Returns: The table before, to be kept until ``isUnread``.
  func replace(_ watches: PointerTable<PageWatch>) -> Table? {
    let new = watches.count > 0 ? Unmanaged.passRetained(Table(watches)) : nil
    return table.exchange(new, ordering: .sequentiallyConsistent)?.takeRetainedValue()
  }
}

/// A value that observations add to, for as long as its owner keeps it.
///
/// The closures of its observations hold it weakly: they end with it, and it ends with its owner.
final class Gathered<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    /// The tokens, which end the observations when they go away.
    var observations: [any Sendable] = []
  }

  /// Guards the value and the tokens; nothing is called or released under it.
  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// The value so far.
  var value: Value { state.withLock(\.value) }

  /// Changes the value.
  func update(_ change: (inout Value) -> Void) { state.withLock { change(&$0.value) } }

  /// Keeps the token of an observation that adds to it.
  func keep(_ observation: any Sendable) { state.withLock { $0.observations.append(observation) } }
}
