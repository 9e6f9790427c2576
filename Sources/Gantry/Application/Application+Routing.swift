// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import Logging

extension Application {
  /// Everything that is wrong with routes, schemes and hosts.
  var routeFaults: [ApplicationFault] {
    (router.table.check() + router.schemes.faults).map(ApplicationFault.routing)
  }

  /// Opens a URL that came from outside: first as the event ``OpenURL``, then as a route.
  ///
  /// Every host does it so. Modules that hear ``OpenURL`` are asked; when none has handled the URL,
  /// the route that answers it is called, if it is external. What it returns is dropped.
  ///
  /// - Parameter event: The URL and what is known of it.
  /// - Returns: Whether a module has handled it, or a route has answered.
  public func open(_ event: OpenURL) async -> Bool {
    if await MainActor.run(body: { events.send(event) }) { return true }
    do throws(RouteError) {
      try await router.open(event.url.absoluteString, as: Void.self)
      return true
    } catch {
      logUnanswered(event.url, error)
      return false
    }
  }

  private func logUnanswered(_ url: URL, _ error: RouteError) {
    // Nobody else hears that the handler of a route failed.
    if case .failed(let route, let failure) = error {
      logger.warning("route failed: \(failure)", metadata: ["gantry.route": "\(route)"])
    } else {
      // Only the scheme: a URL may carry secrets.
      logger.debug("a URL was not answered", metadata: ["gantry.route": "\(url.scheme ?? "-")"])
    }
  }
}

extension RouteNotice {
  /// Without any path: it and its query may carry secrets.
  func log(to logger: Logger) {
    switch self {
    case .refused(_, let route):
      logger.notice(
        "a URL from outside was refused: the route is internal",
        metadata: ["gantry.route": "\(route)"])
    case .redirectLoop(let chain, let route):
      logger.notice(
        "interceptors led a call in a circle of \(chain.count) paths",
        metadata: ["gantry.route": "\(route)"])
    default: logger.notice("\(self)")
    }
  }
}

extension ModuleCollection {
  /// Starts a module of which a route is called, where it waits for its first use.
  func demand(_ name: ModuleName) {
    for node in nodes(of: name.rawValue, in: shape.plan) where ledger.outcome(of: node) == nil {
      runs.demand(node)
    }
  }

  func detachRoutes(of manifest: ModuleManifest, because reason: String) {
    guard !manifest.routes.isEmpty else { return }
    router.detach(owner: manifest.name.rawValue, because: reason)
  }
}
