// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryRouting
internal import Synchronization

extension PageMonitor {
  /// Observes the calls of a router: interceptors, the wait for the module, and the handler.
  ///
  /// A call is told when it has returned or failed. When it returned a page, it is told once more
  /// as soon as that page has appeared for the first time, with ``RouteTiming/firstContent``. While
  /// nobody observes a router, its calls cost nothing more.
  ///
  /// - Parameters:
  ///   - router: Whose calls.
  ///   - body: Told of each call, where it ran.
  /// - Returns: What keeps the observer; let it go and the observer ends.
  public func observeRoutes(
    of router: Router, _ body: @escaping @Sendable (RouteTiming) -> Void
  ) -> PageObservation {
    let number = router.watch { [weak self] origin in
      guard let self else { return { _ in } }
      var stopwatch = RouteStopwatch(at: self.stopwatch.nanoseconds, origin)
      return { step in
        guard let timing = stopwatch.note(step, at: self.stopwatch.nanoseconds) else { return }
        body(timing)
        if case .returned(let value) = step { self.tellFirstContent(of: value, timing, body) }
      }
    }
    return PageObservation { [weak router] in router?.unwatch(number) }
  }

  /// Tells of a route again when the page that it returned has appeared.
  private func tellFirstContent(
    of value: Any, _ timing: RouteTiming, _ body: @escaping @Sendable (RouteTiming) -> Void
  ) {
    guard type(of: value) is AnyClass else { return }
    // No token: the observer goes with the page, or when it has told.
    FirstContent(self).observe(Self.identity(of: value as AnyObject)) { page in
      var seen = timing
      let end = page.startNanoseconds + page.elapsedNanoseconds
      seen.firstContentNanoseconds = end - timing.startNanoseconds
      body(seen)
    }
  }
}

/// An observer of one page that ends when the page has appeared.
private final class FirstContent: Sendable {
  private weak let monitor: PageMonitor?
  // Invariant: the observer's number, until it has been told.
  private let id = Mutex<Int?>(nil)

  init(_ monitor: PageMonitor) { self.monitor = monitor }

  func observe(_ page: PageIdentity, _ body: @escaping @Sendable (PageTiming) -> Void) {
    let added = monitor?.addObserver(of: page) { [self] timing in
      guard timing.phase == .didAppear, case .completed = timing.outcome,
        let id = id.withLock({ $0.take() })
      else { return }
      body(timing)
      monitor?.remove(id)
    }
    id.withLock { $0 = added }
  }
}
