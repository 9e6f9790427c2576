// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// The input of a handler for one call.
///
/// It is not a ``RouteRequest``, because a typed call has no URL until a handler or an interceptor
/// asks for it.
public struct RouteCall: Sendable {
  /// The texts that were given; empty when a typed route is called.
  public let arguments: RouteArguments
  /// The typed route that was called; nil for calls by path and name.
  let route: (any TypedRoute)?
  /// The route with objects that was called.
  let object: RouteObject?
  /// The route's position in the table.
  let index: Int
  let entry: RouteTable.Entry
  let url: RouteURL?
  let context: RouteContext
  let limits: RouteLimits

  init(
    arguments: RouteArguments, route: (any TypedRoute)?, object: RouteObject? = nil, entry: Int,
    table: RouteTable,
    url: RouteURL?, context: RouteContext, limits: RouteLimits
  ) {
    self.arguments = arguments
    self.route = route
    self.object = object
    self.index = entry
    self.entry = table.entries[entry]
    self.url = url
    self.context = context
    self.limits = limits
  }

  /// The origin of the call.
  public var origin: RouteOrigin { context.origin }
  /// The scene that the call is meant for; nil if there is none.
  public var scene: SceneID? { context.scene }

  var name: String { entry.declaration.name }
  var owner: ModuleName { entry.declaration.owner }

  /// The call as a request; a call that was not made by URL gets one printed.
  ///
  /// - Throws: The error of ``TypedRoute/path()``.
  public func request() throws(RouteError) -> RouteRequest {
    let arguments = route?.routeArguments ?? arguments
    let reading = RouteRequest.Reading(
      url: try url(printing: arguments), name: name, arguments: arguments,
      original: context.original)
    return RouteRequest(.read(reading), from: origin, in: scene)
  }

  private func url(printing arguments: RouteArguments) throws(RouteError) -> RouteURL {
    if let url { return url }
    return try arguments.url(entry.pattern, entry.declaration.parameters, limits: limits)
  }

  /// The route as a value: the one that was called, or one read from the arguments.
  ///
  /// - Throws: The error of ``TypedRoute/init(routeArguments:)``.
  public func route<RouteType: TypedRoute>(_ type: RouteType.Type) throws(RouteError) -> RouteType {
    if let route = route as? RouteType { return route }
    return try RouteType(routeArguments: arguments)
  }
}

/// What stays the same when a redirect map or an interceptor sends a call elsewhere.
struct RouteContext: Sendable {
  var origin = RouteOrigin.internal
  var scene: SceneID?
  /// Whether internal routes answer a call from outside, because an interceptor has chosen the route.
  var isTrusted = false
  /// The first request, if interceptors have redirected the call.
  var original: RouteRequest?

  /// Whether the call may reach internal routes.
  var reachesInternal: Bool { origin == .internal || isTrusted }
}

/// A request whose text the router has read: a URL, or the name of a route.
struct RouteAddress: Sendable {
  enum Target: Sendable {
    case url(RouteURL)
    case named(String, RouteArguments)
  }

  let target: Target
  var context: RouteContext

  /// The URL; nil for a name.
  var url: RouteURL? { if case .url(let url) = target { url } else { nil } }

  /// The path or name, as errors name a call that has no route yet.
  var excerpt: String {
    switch target {
    case .url(let url): Wording.excerpt(url.path.description)
    case .named(let name, _): Wording.excerpt(name)
    }
  }
}
