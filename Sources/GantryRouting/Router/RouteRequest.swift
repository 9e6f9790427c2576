// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A call, as seen by interceptors, not-found handlers, and handlers that ask for it.
public struct RouteRequest: Hashable, Sendable {
  /// The destination of the call.
  public let url: RouteURL
  /// The origin of the call.
  public let origin: RouteOrigin
  /// The name of the route that answers, `orders/show`; nil when there is none.
  public let name: String?
  /// The captures and query items, as texts with labels.
  public let arguments: RouteArguments

  /// The path without the query.
  public var path: RoutePath { url.path }

  /// The query items in order.
  public var query: [RouteQueryItem] { url.query }
}
