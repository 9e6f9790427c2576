// SPDX-License-Identifier: Apache-2.0

public import GantryRouting
internal import GantrySupport

/// The time of one call of a route, from its beginning until it returned or failed.
public struct RouteTiming: Sendable {
  /// The name of the route: `Orders/show`.
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
  let elapsedNanoseconds: Int64

  init(_ end: RouteEnd, from origin: RouteOrigin, start: Int64, elapsed: Int64) {
    route = end.route.name
    module = end.route.owner
    pattern = end.route.pattern
    self.origin = origin
    switch end.result {
    case .success(let page): (pageName, error) = (Wording.name(of: type(of: page)), nil)
    case .failure(let failure): (pageName, error) = (nil, failure)
    }
    startNanoseconds = start
    elapsedNanoseconds = elapsed
  }

  /// When the call began, from the making of its monitor on.
  public var start: Duration { .nanoseconds(startNanoseconds) }

  /// The time of the whole call: the interceptors, the wait for a module that is still launching,
  /// and the handler.
  public var elapsed: Duration { .nanoseconds(elapsedNanoseconds) }
}

extension RouteTiming: CustomStringConvertible {
  /// The route, its time and its outcome, on one line.
  public var description: String {
    let text = "\(route) took \(elapsed.text)"
    return error.map { "\(text); failed: \($0)" } ?? text
  }
}

extension PageMonitor {
  /// Observes the calls of a router.
  ///
  /// While a router has no observers, its calls cost nothing extra.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - body: Called when a call has returned or failed, in the call's context.
  /// - Returns: A token that keeps the observer; release it to end the observation.
  public func observeRoutes(
    of router: Router, _ body: @escaping @Sendable (RouteTiming) -> Void
  ) -> PageObservation {
    let number = router.addHook { [stopwatch] origin in
      let start = stopwatch.nanoseconds
      return { end in
        let elapsed = stopwatch.nanoseconds &- start
        body(RouteTiming(end, from: origin, start: start, elapsed: elapsed))
      }
    }
    return PageObservation { [weak router] in router?.removeHook(number) }
  }
}
