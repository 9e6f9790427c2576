// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A call as interceptors, not-found handlers and handlers that ask for it see it.
public struct RouteRequest: Hashable, Sendable {
  /// Where the call goes.
  public let url: RouteURL
  /// Where it comes from.
  public let origin: RouteOrigin
  /// The name of the route that answers, `orders/show`; nil when there is none.
  public let name: String?
  /// The captures and the items of the query as texts with labels.
  public let arguments: RouteArguments

  /// The path without the query.
  public var path: RoutePath { url.path }

  /// The items of the query in their order.
  public var query: [RouteQueryItem] { url.query }
}
