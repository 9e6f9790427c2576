// SPDX-License-Identifier: Apache-2.0

public import Synchronization

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
  let registry = Mutex(PageRegistry())
  /// The registry's answers to most calls, read without its lock.
  let shared = SharedWatches()
  let stopwatch: Stopwatch

  /// Creates a monitor.
  ///
  /// - Parameter clock: The clock that times pages; it must be monotonic.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    stopwatch = Stopwatch(clock)
  }

  @inlinable var isObserved: Bool { observerCount.load(ordering: .relaxed) > 0 }

  /// The observers of a page by its type alone; call ``leaveShared()`` after their use.
  ///
  /// - Returns: The observers; nil when the registry has to be asked.
  @inline(__always)
  func sharedWatch(of page: AnyObject) -> Unmanaged<PageWatch>? {
    if let watch = shared.enter(ObjectIdentifier(Swift.type(of: page))) { return watch }
    leaveShared()
    return nil
  }

  @inline(__always)
  func leaveShared() {
    if shared.leave() { releaseReplaced() }
  }

  @inline(__always)
  func watch(for page: AnyObject, in phase: PagePhase) -> PageWatch {
    watch(for: page, as: Swift.type(of: page), in: phase)
  }

  /// The observers of a page that is reported as another class than its own.
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
    let (watch, swept) = change { registry in
      let swept = registry.isSweepDue(in: phase) ? registry.sweep() : nil
      return (registry.watch(for: page, as: kind), swept)
    }
    guard var swept else { return watch }
    // Released after the lock, since a deinit in a capture may call the monitor.
    swept.letGo()
    registry.withLock { $0.reuse(swept) }
    return watch
  }

  /// The page, of which only the identity and the type are used.
  static func identity(of page: AnyObject) -> PageIdentity {
    unsafeBitCast(page, to: PageIdentity.self)
  }

  /// Changes the registry, and publishes the parts that calls read without its lock.
  ///
  /// - Parameter body: The change; it returns the closures that it has removed. Releasing them may
  ///   call the monitor, so they are released after the lock.
  private func change<Result: Sendable>(_ body: (inout PageRegistry) -> Result) -> Result {
    let result = registry.withLock { registry in
      let result = body(&registry)
      observerCount.store(registry.observerCount, ordering: .relaxed)
      if let watches = registry.takeChangedWatches(), let old = shared.replace(watches) {
        registry.replaced.append(old)
        shared.keepsReplaced(true)
      }
      return result
    }
    releaseReplaced()
    return result
  }

  /// Releases replaced tables without readers. This happens after the lock, since a deinit in an
  /// observer's captures may call the monitor.
  @inline(never)
  func releaseReplaced() {
    let unread = registry.withLock { registry -> [SharedWatches.Table] in
      guard !registry.replaced.isEmpty, shared.isUnread else { return [] }
      shared.keepsReplaced(false)
      defer { registry.replaced = [] }
      return registry.replaced
    }
    _ = unread
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
  public func observe<T>(
    _ type: T.Type, _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> PageObservation {
    register { $0.addObserver(body) { $0 is T } }
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
    _ = gone
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
  public var observers: Int {
    let (count, gone) = change { registry in
      let gone = registry.sweep()
      return (registry.observerCount, gone)
    }
    _ = gone
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
