// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
