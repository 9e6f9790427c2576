// SPDX-License-Identifier: Apache-2.0

public import GantryRouting
internal import Synchronization

extension PageMonitor {
  /// Observes the calls of a router: interceptors, the wait for the module, and the handler.
  ///
  /// A call is told when it has returned or failed. When it returned a page, it is told once more
  /// as soon as that page has appeared for the first time, with ``RouteTiming/firstContent``. While
  /// a router has no observers, its calls cost nothing more.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - body: Told of each call, where it ran.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observeRoutes(
    of router: Router, _ body: @escaping @Sendable (RouteTiming) -> Void
  ) -> PageObservation {
    let contents = FirstContents()
    let number = router.watch { [weak self] origin in
      guard let self else { return { _ in } }
      var stopwatch = RouteStopwatch(at: self.stopwatch.nanoseconds, origin)
      return { step in
        guard let timing = stopwatch.note(step, at: self.stopwatch.nanoseconds) else { return }
        body(timing)
        if case .returned(let value) = step { contents.follow(value, timing, in: self, body) }
      }
    }
    return PageObservation { [weak router] in
      contents.end()
      router?.unwatch(number)
    }
  }
}

/// Waits for the pages that routes returned to appear, and tells of each once.
private final class FirstContents: Sendable {
  // Invariant: true once the observation is over.
  private let isOver = Atomic(false)

  func end() { isOver.store(true, ordering: .relaxed) }

  /// Tells of a call again when the page that it returned has appeared.
  ///
  /// A page that is returned again before it has appeared counts from then on.
  func follow(
    _ value: Any, _ timing: RouteTiming, in monitor: PageMonitor,
    _ body: @escaping @Sendable (RouteTiming) -> Void
  ) {
    // Other objects never appear: their observers would stay as long as they do.
    guard value is any Page || value is any AsyncPage else { return }
    let page = PageMonitor.identity(of: value as AnyObject)
    // The number of the observer, until it has been told.
    let pending = Handover<Int>()
    let added = monitor.addObserver(of: page, by: ObjectIdentifier(self)) {
      [self, weak monitor] call in
      guard call.phase == .didAppear, case .completed = call.outcome, let id = pending.take()
      else { return }
      monitor?.remove(id)
      guard !isOver.load(ordering: .relaxed) else { return }
      var seen = timing
      seen.firstContentNanoseconds =
        call.startNanoseconds &+ call.elapsedNanoseconds &- timing.startNanoseconds
      body(seen)
    }
    pending.put(added)
  }
}
