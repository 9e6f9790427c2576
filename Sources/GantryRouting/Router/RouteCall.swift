// SPDX-License-Identifier: Apache-2.0

/// The input of a handler for one call.
public struct RouteCall: Sendable {
  /// The texts that were given; empty when a typed route is called.
  public let arguments: RouteArguments
  /// Where the call comes from.
  public let origin: RouteOrigin
  /// The typed route that was called; nil for calls by path and name.
  let route: (any TypedRoute)?
  /// The place of the route in the table.
  let index: Int
  let entry: RouteTable.Entry
  let url: RouteURL?
  let limits: RouteLimits

  init(
    arguments: RouteArguments, origin: RouteOrigin, route: (any TypedRoute)?, entry: Int,
    table: RouteTable, url: RouteURL?, limits: RouteLimits
  ) {
    self.arguments = arguments
    self.origin = origin
    self.route = route
    self.index = entry
    self.entry = table.entries[entry]
    self.url = url
    self.limits = limits
  }

  var name: String { entry.declaration.name }

  /// The call as a request; a URL is printed when it was not called by one.
  ///
  /// - Throws: The error of ``TypedRoute/url(limits:)``.
  public func request() throws(RouteError) -> RouteRequest {
    let arguments = route?.routeArguments ?? arguments
    return RouteRequest(
      url: try url(printing: arguments), origin: origin, name: name, arguments: arguments)
  }

  private func url(printing arguments: RouteArguments) throws(RouteError) -> RouteURL {
    if let url { return url }
    return try arguments.url(entry.pattern, entry.declaration.parameters, limits: limits)
  }

  /// The route as a value: the one that was called, or one that is read from the arguments.
  ///
  /// - Throws: The error of ``TypedRoute/init(routeArguments:)``.
  public func route<R: TypedRoute>(_ type: R.Type) throws(RouteError) -> R {
    if let route = route as? R { return route }
    return try R(routeArguments: arguments)
  }
}

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

/// Where a call comes from.
public enum RouteOrigin: String, Codable, Sendable {
  /// From the app's own code.
  case `internal`
  /// From a URL made outside of the app: a link, a command line, the web.
  case external
}
