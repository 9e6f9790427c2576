// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension Router {
  /// Watches all calls that reach a route; without a watcher a call costs nothing more.
  ///
  /// - Parameter begin: Called at the beginning of each call with its origin; returns the marker
  ///   that is told the steps.
  /// - Returns: The number to stop it by.
  package func watch(_ begin: @escaping @Sendable (RouteOrigin) -> RouteMarker) -> Int {
    state.withLock { state in
      let number = state.nextNumber()
      state.watchers[number] = begin
      return number
    }
  }

  /// Stops watching; calls that are under way are told to their end.
  package func unwatch(_ number: Int) {
    // Released after the lock: its end may call the router.
    let removed = state.withLock { $0.watchers.removeValue(forKey: number) }
    _ = removed
  }

  /// The marker of a call that begins; nil without a watcher.
  func marker(of call: RouteCall) -> RouteMarker? {
    let watchers = state.withLock { Array($0.watchers.values) }
    guard !watchers.isEmpty else { return nil }
    let markers = watchers.map { $0(call.origin) }
    return { step in for marker in markers { marker(step) } }
  }
}

/// Something about a call that its caller alone should not know.
@nonexhaustive
public enum RouteNotice: Hashable, Sendable, CustomStringConvertible {
  /// A URL from outside led to an internal route.
  case refused(path: String, route: String)
  /// An interceptor answered a call that it had suspended more than once.
  case resumedTwice(interceptor: String)
  /// Interceptors led in a circle; the route is the last one that was left.
  case redirectLoop(chain: [String], route: String)

  /// The notice, for the app's own code: paths and queries may carry secrets.
  public var description: String {
    switch self {
    case .refused(let path, let route): "\(RouteError.refused(path: path, route: route))"
    case .resumedTwice(let interceptor):
      "\(interceptor) resumed a call more than once; the first answer counted."
    case .redirectLoop(let chain, _): "\(RouteError.redirectLoop(chain: chain))"
    }
  }
}
