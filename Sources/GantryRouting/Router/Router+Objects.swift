// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// A route with objects, on its way to its handler. Only the main actor touches it.
@MainActor
final class RouteObject {
  let route: any ObjectRoute
  init(_ route: any ObjectRoute) { self.route = route }
}

extension Router {
  /// Calls a route with objects; the result need not be `Sendable`.
  ///
  /// - Parameters:
  ///   - route: The route with its parameters and objects.
  ///   - scene: The scene that the call is meant for, which interceptors and handlers see.
  /// - Returns: The handler's result.
  /// - Throws: As for a route without objects.
  @MainActor
  public func callNow<RouteType: ObjectRoute>(
    _ route: RouteType, in scene: SceneID? = nil
  ) throws(RouteError) -> RouteType.Output {
    try performNow(prepare(route, in: scene), as: RouteType.Output.self)
  }

  /// Routes with objects aren't `Sendable`, and are called on the main actor.
  ///
  /// - Returns: Nothing; it doesn't compile.
  @available(
    *, unavailable,
    message:
      "a route with @NotFromURL stays on the main actor: write navigator.show(route), or router.callNow(route)"
  )
  public func call<RouteType: ObjectRoute>(
    _ route: RouteType, in scene: SceneID? = nil
  ) async throws(RouteError) -> RouteType.Output { throw .unknownName("", near: []) }

  /// The call of a route with objects.
  @MainActor
  func prepare<R: ObjectRoute>(_ route: R, in scene: SceneID?) throws(RouteError) -> RouteCall {
    RouteCall(
      arguments: route.routeArguments, route: nil, object: RouteObject(route),
      entry: try index(of: R.self),
      table: table, url: nil, context: RouteContext(scene: scene), limits: limits)
  }
}

extension RouteCall {
  /// The route with its objects: the one that was called, or one read from the arguments.
  ///
  /// - Throws: The error of ``ObjectRoute/init(routeArguments:)``.
  @MainActor
  func object<R: ObjectRoute>(_ type: R.Type) throws(RouteError) -> R {
    if let route = object?.route as? R { return route }
    return try R(routeArguments: arguments)
  }
}

extension RouteHandler {
  /// Creates a handler of a route with objects.
  ///
  /// - Parameters:
  ///   - declaration: A declaration of the route that is not async.
  ///   - route: The route's type.
  ///   - body: The handler.
  package static func main<R: ObjectRoute>(
    _ declaration: RouteDeclaration, _ route: R.Type,
    _ body: @escaping @MainActor @Sendable (R) throws -> R.Output
  ) -> RouteHandler {
    .main(declaration) { call in try body(call.object(R.self)) }
  }
}
