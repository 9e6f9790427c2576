// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Synchronization

/// Tells its observers how long the phases of pages take.
///
/// ```swift
/// let monitor = PageMonitor()
/// let observation = monitor.observe(OrdersPage.self) { timing in
///   logger.debug("\(timing)")
/// }
/// ```
///
/// Observers are called where the page ran, after each call and in the order of their registration.
/// Without observers, no clock is read.
public final class PageMonitor: Sendable {
  // Invariant: the number of observers in the registry, read without its lock.
  @usableFromInline let observerCount = Atomic<Int>(0)
  let registry = Mutex(PageRegistry())
  let stopwatch: Stopwatch

  /// Makes a monitor.
  ///
  /// - Parameter clock: The clock that times pages; it must be monotonic.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    stopwatch = Stopwatch(clock)
  }

  /// The time from the making of the monitor until now.
  public var now: Duration { .nanoseconds(stopwatch.nanoseconds) }

  @inlinable var isObserved: Bool { observerCount.load(ordering: .relaxed) > 0 }

  @inline(__always)
  func watch(for page: AnyObject, in phase: PagePhase) -> PageWatch {
    let (id, type) = (ObjectIdentifier(page), ObjectIdentifier(Swift.type(of: page)))
    // Without the page in the closure: counting its references would cost more than the lookup.
    let known = registry.withLock { $0.knownWatch(for: id, of: type, in: phase) }
    return known ?? newWatch(for: Self.identity(of: page), in: phase)
  }

  private func newWatch(for page: PageIdentity, in phase: PagePhase) -> PageWatch {
    let (watch, swept) = registry.withLock { registry in
      guard registry.isSweepDue(in: phase) else {
        return (registry.watch(for: page), PageRegistry.Swept?.none)
      }
      let swept = registry.sweep()
      publish(&registry)
      return (registry.watch(for: page), swept)
    }
    guard var swept else { return watch }
    // Released after the lock, since a deinit in a capture may call the monitor.
    swept.letGo()
    registry.withLock { $0.reuse(swept) }
    return watch
  }

  /// The page, with the promise that only its identity and its type are used.
  static func identity(of page: AnyObject) -> PageIdentity {
    unsafeBitCast(page, to: PageIdentity.self)
  }

  /// Makes the number of observers known; called with the registry locked.
  func publish(_ registry: inout PageRegistry) {
    observerCount.store(registry.observerCount, ordering: .relaxed)
  }
}
