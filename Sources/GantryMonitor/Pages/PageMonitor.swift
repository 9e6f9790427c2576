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
    watch(for: page, as: Swift.type(of: page), in: phase)
  }

  /// The same for a page whose class is another one than it is reported as.
  @inline(__always)
  func watch(for page: AnyObject, as type: AnyClass, in phase: PagePhase) -> PageWatch {
    let (id, kind) = (ObjectIdentifier(page), ObjectIdentifier(type))
    // Without the page in the closure: counting its references would cost more than the lookup.
    let known = registry.withLock { $0.knownWatch(for: id, of: kind, in: phase) }
    return known ?? newWatch(for: Self.identity(of: page), as: type, in: phase)
  }

  private func newWatch(
    for page: PageIdentity, as type: AnyClass, in phase: PagePhase
  ) -> PageWatch {
    let kind = PageClass(type)
    let (watch, swept) = registry.withLock { registry in
      guard registry.isSweepDue(in: phase) else {
        return (registry.watch(for: page, as: kind), PageRegistry.Swept?.none)
      }
      let swept = registry.sweep()
      publish(&registry)
      return (registry.watch(for: page, as: kind), swept)
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

extension PageMonitor {
  /// Observes every page.
  ///
  /// - Parameter body: Told of each call after it has ended, where it ran.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observe(
    _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> PageObservation {
    register { $0.addObserver(body) { _ in true } }
  }

  /// Observes the pages of a type: of a class with its subclasses, or of all that conform.
  ///
  /// - Parameters:
  ///   - type: A class, or a protocol as `(any P).self`.
  ///   - body: Told of each call after it has ended, where it ran.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observe<T>(
    _ type: T.Type, _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> PageObservation {
    register { $0.addObserver(body) { $0 is T } }
  }

  /// Observes one page, which is not kept alive; the observer goes with it.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - body: Told of each call after it has ended, where it ran.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observe(
    page: AnyObject, _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> PageObservation {
    let id = addObserver(of: Self.identity(of: page), body)
    return PageObservation { self.remove(id) }
  }

  /// Observes one page without a token, until it is gone or the observer is removed.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - owner: An owner has at most one observer of a page: an earlier one is replaced.
  ///   - body: Told of each call.
  /// - Returns: The observer's number.
  func addObserver(
    of page: PageIdentity, by owner: ObjectIdentifier? = nil,
    _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> Int {
    // Replaced closures are released after the lock.
    let (id, replaced, gone) = registry.withLock { registry in
      let gone = registry.sweep()
      let (id, replaced) = registry.addObserver(body, of: page, by: owner)
      publish(&registry)
      return (id, replaced, gone)
    }
    _ = (replaced, gone)
    return id
  }

  /// The timings of every page as a sequence, which ends with the loop over it.
  ///
  /// - Parameter limit: How many wait for a slow reader; older ones are dropped.
  /// - Returns: A sequence for one reader.
  public func timings(keeping limit: Int = 1_000) -> AsyncStream<PageTiming> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PageTiming.self, bufferingPolicy: .bufferingNewest(limit))
    let observation = observe { continuation.yield($0) }
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }

  /// How many observers there are; those of pages that are gone do not count.
  public var observers: Int {
    let (count, gone) = registry.withLock { registry in
      let gone = registry.sweep()
      publish(&registry)
      return (registry.observerCount, gone)
    }
    _ = gone
    return count
  }

  private func register(_ change: (inout PageRegistry) -> Int) -> PageObservation {
    let id = registry.withLock { registry in
      let id = change(&registry)
      publish(&registry)
      return id
    }
    return PageObservation { self.remove(id) }
  }

  /// Ends an observer.
  func remove(_ id: Int) {
    // The closure is released after the lock: its captures' deinit may call the monitor.
    let removed = registry.withLock { registry in
      let removed = registry.remove(id)
      publish(&registry)
      return removed
    }
    _ = removed
  }
}
