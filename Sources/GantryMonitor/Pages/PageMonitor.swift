// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// Reports the times of pages' phases to its observers.
///
/// ```swift
/// let monitor = PageMonitor()
/// let observation = monitor.observe(OrdersPage.self) { timing in
///   logger.debug("\(timing)")
/// }
/// ```
///
/// Observers are called after each call, in the page's context and in the order of their
/// registration. Without observers, the monitor reads no clock.
public final class PageMonitor: Sendable {
  // Invariant: the number of observers in the registry, read without its lock.
  @usableFromInline let observerCount = Atomic<Int>(0)
  /// Guards the observers; none of them is called or released under the lock.
  private let registry = Mutex(PageRegistry())
  let stopwatch: Stopwatch

  /// Creates a monitor.
  ///
  /// - Parameter clock: The clock that times pages; it must be monotonic.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    stopwatch = Stopwatch(clock)
  }

  @inlinable var isObserved: Bool { observerCount.load(ordering: .relaxed) > 0 }

  /// The observers of a page, which may be reported as another class than its own.
  func watch(for page: AnyObject, as type: AnyClass, in phase: PagePhase) -> PageWatch {
    // Nothing reports that an object is gone, so the registry looks for that when a page is hidden.
    if phase == .didDisappear { _ = change { $0.sweep() } }
    let (id, kind) = (ObjectIdentifier(page), ObjectIdentifier(type))
    // Without the page in the closure: counting its references would cost more than the lookup.
    let known = registry.withLock { $0.knownWatch(for: id, of: kind) }
    if let known { return known }
    let (identity, type) = (Self.identity(of: page), PageClass(type))
    return registry.withLock { $0.watch(for: identity, as: type) }
  }

  /// The page, of which only the identity and the type are used.
  private static func identity(of page: AnyObject) -> PageIdentity {
    unsafeBitCast(page, to: PageIdentity.self)
  }

  /// Changes the registry.
  ///
  /// - Parameter body: The change; it returns the closures that it has removed. Releasing them may
  ///   call the monitor, so they are released after the lock.
  private func change<Result: Sendable>(_ body: (inout PageRegistry) -> Result) -> Result {
    registry.withLock { registry in
      defer { observerCount.store(registry.observerCount, ordering: .relaxed) }
      return body(&registry)
    }
  }
}

extension PageMonitor {
  /// Observes every page.
  ///
  /// - Parameter body: Called after each call has ended, in the same context.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observe(
    _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> PageObservation {
    register { $0.addObserver(body) { _ in true } }
  }

  /// Observes the pages of a class and its subclasses, or of all types that conform to a protocol.
  ///
  /// - Parameters:
  ///   - type: A class, or a protocol as `(any P).self`.
  ///   - body: Called after each call has ended, in the same context.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observe<PageType>(
    _ type: PageType.Type, _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> PageObservation {
    register { $0.addObserver(body) { $0 is PageType } }
  }

  /// Observes one page without keeping it alive; the observer goes away with the page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - body: Called after each call has ended, in the same context.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observe(
    page: AnyObject, _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> PageObservation {
    let page = Self.identity(of: page)
    // Swept closures are released after the lock.
    let (id, gone) = change { registry in
      let gone = registry.sweep()
      return (registry.addObserver(body, of: page), gone)
    }
    extendLifetime(gone)
    return PageObservation { self.remove(id) }
  }

  /// Returns the timings of every page as a sequence, which ends with the loop over it.
  ///
  /// - Parameter limit: The number of timings kept for a slow reader; older ones are dropped.
  /// - Returns: A sequence for one reader.
  public func timings(keeping limit: Int = 1_000) -> AsyncStream<PageTiming> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PageTiming.self, bufferingPolicy: .bufferingNewest(limit))
    let observation = observe { continuation.yield($0) }
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }

  /// The number of observers, without those of pages that are gone.
  package var observers: Int {
    let (count, gone) = change { registry in
      let gone = registry.sweep()
      return (registry.observerCount, gone)
    }
    extendLifetime(gone)
    return count
  }

  private func register(_ addition: (inout PageRegistry) -> Int) -> PageObservation {
    let id = change(addition)
    return PageObservation { self.remove(id) }
  }

  /// Removes an observer.
  func remove(_ id: Int) {
    // The closure is released after the lock, because its captures' deinit may call the monitor.
    _ = change { $0.remove(id) }
  }
}
