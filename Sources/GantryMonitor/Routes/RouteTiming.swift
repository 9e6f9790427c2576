// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
public import GantryRouting
internal import Synchronization

/// The times of one call of a route, from its interceptors to the page that it shows.
public struct RouteTiming: Sendable {
  /// The name of the route: `orders/show`; empty when the call did not pass the interceptors.
  public let route: String
  /// The module that handles it.
  public let module: ModuleName
  /// The text of its pattern.
  public let pattern: String
  /// The origin of the call.
  public let origin: RouteOrigin
  /// The type of the returned value, with its module; nil when the call failed.
  public let pageName: String?
  /// The error, if the call failed.
  public let error: RouteError?
  let startNanoseconds: Int64
  let interceptorsNanoseconds: Int64
  let waitedNanoseconds: Int64
  let handlerNanoseconds: Int64
  var firstContentNanoseconds: Int64?

  /// When the call began, from the making of its monitor on.
  public var start: Duration { .nanoseconds(startNanoseconds) }

  /// The time until all interceptors had let the call through.
  public var interceptors: Duration { .nanoseconds(interceptorsNanoseconds) }

  /// The time from then until the module was available: a call waits for a module that is still
  /// launching.
  public var waited: Duration { .nanoseconds(waitedNanoseconds) }

  /// The time in the handler.
  public var handler: Duration { .nanoseconds(handlerNanoseconds) }

  /// The time of the whole call, until it returned or failed.
  public var elapsed: Duration { .nanoseconds(elapsedNanoseconds) }

  /// The time from the beginning of the call until its page appeared; nil until then.
  public var firstContent: Duration? { firstContentNanoseconds.map { .nanoseconds($0) } }

  var elapsedNanoseconds: Int64 {
    interceptorsNanoseconds + waitedNanoseconds + handlerNanoseconds
  }
}

extension RouteTiming: CustomStringConvertible {
  /// The route, its times and its outcome, on one line.
  public var description: String {
    var text = "\(route) took \(elapsed.text): interceptors \(interceptors.text)"
    if waited > .zero { text += ", waiting for \(module) \(waited.text)" }
    text += ", handler \(handler.text)"
    if let firstContent { text += "; \(pageName ?? "") seen after \(firstContent.text)" }
    if let error { text += "; failed: \(error)" }
    return text
  }
}

/// Times the steps of one call of a route, in the context in which they happen.
struct RouteStopwatch {
  private let start: Int64
  private let origin: RouteOrigin
  private var route: RouteDeclaration?
  private var admitted: Int64?
  private var ready: Int64?

  init(at start: Int64, _ origin: RouteOrigin) {
    self.start = start
    self.origin = origin
  }

  /// Records a step.
  ///
  /// - Returns: The timing, if it was the last step.
  mutating func note(_ step: RouteStep, at now: Int64) -> RouteTiming? {
    switch step {
    case .admitted(let route): (self.route, admitted) = (route, now)
    case .ready: ready = now
    case .returned(let value):
      return timing(at: now, pageName: PageClass.name(of: type(of: value)), nil)
    case .failed(let error): return timing(at: now, pageName: nil, error)
    }
    return nil
  }

  private func timing(at now: Int64, pageName: String?, _ error: RouteError?) -> RouteTiming {
    let admitted = admitted ?? now
    let ready = ready ?? now
    return RouteTiming(
      route: route?.name ?? "", module: route?.owner ?? "", pattern: route?.pattern ?? "",
      origin: origin, pageName: pageName, error: error, startNanoseconds: start,
      interceptorsNanoseconds: admitted - start, waitedNanoseconds: ready - admitted,
      handlerNanoseconds: now - ready)
  }
}

extension PageMonitor {
  /// Observes the calls of a router: interceptors, the wait for the module, and the handler.
  ///
  /// A call is reported when it has returned or failed. If it returned a page, it is reported again
  /// when that page first appears, with ``RouteTiming/firstContent``. While a router has no
  /// observers, its calls cost nothing extra.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - body: Called after each call, in the call's context.
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
    // The token keeps the monitor, as for pages: statistics may be all that an app stores.
    return PageObservation { [self, weak router] in
      contents.end()
      withExtendedLifetime(self) { router?.unwatch(number) }
    }
  }
}

/// Waits until the pages that routes returned appear, and reports each once.
private final class FirstContents: Sendable {
  // Invariant: true once the observation is over.
  private let isOver = Atomic(false)

  func end() { isOver.store(true, ordering: .relaxed) }

  /// Reports a call again when the page that it returned has appeared.
  ///
  /// If a page is returned again before it has appeared, the later call counts.
  func follow(
    _ value: Any, _ timing: RouteTiming, in monitor: PageMonitor,
    _ body: @escaping @Sendable (RouteTiming) -> Void
  ) {
    // Other objects never appear, so their observers would stay as long as the objects do.
    guard value is any Page || value is any AsyncPage else { return }
    let page = PageMonitor.identity(of: value as AnyObject)
    // The number of the observer, until the page has appeared.
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
