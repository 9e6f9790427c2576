// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The code that handles a typed route given as a value: it needs no box and no cast.
final class TypedRouteBody<R: TypedRoute>: Sendable {
  enum Form: Sendable {
    case main(@MainActor @Sendable (R) throws -> R.Output)
    case anywhere(@Sendable (R) throws -> R.Output)
    case background(@concurrent @Sendable (R) async throws -> R.Output)
  }

  let form: Form

  init(_ form: Form) { self.form = form }

  /// Handles the route, off the caller's actor unless it belongs to the main one.
  func run(_ route: R) async throws -> R.Output where R.Output: Sendable {
    switch form {
    case .main(let body): try await body(route)
    case .anywhere(let body): try await Self.leaving(body, route)
    case .background(let body): try await body(route)
    }
  }

  @concurrent
  private static func leaving(
    _ body: @Sendable (R) throws -> R.Output, _ route: R
  ) async throws -> R.Output where R.Output: Sendable {
    try body(route)
  }
}

extension RouteHandler {
  /// Handles a typed route on the main actor.
  ///
  /// - Parameters:
  ///   - declaration: A declaration of the route that is not async.
  ///   - route: The route's type.
  ///   - body: The handler.
  package static func main<R: TypedRoute>(
    _ declaration: RouteDeclaration, _ route: R.Type,
    _ body: @escaping @MainActor @Sendable (R) throws -> R.Output
  ) -> RouteHandler {
    RouteHandler(
      declaration: declaration, body: .main { call in try body(call.route(R.self)) },
      typed: TypedRouteBody<R>(.main(body)))
  }

  /// Handles a typed route that belongs to no actor.
  ///
  /// - Parameters:
  ///   - declaration: A declaration of the route that is not async.
  ///   - route: The route's type.
  ///   - body: The handler.
  package static func anywhere<R: TypedRoute>(
    _ declaration: RouteDeclaration, _ route: R.Type,
    _ body: @escaping @Sendable (R) throws -> R.Output
  ) -> RouteHandler where R.Output: Sendable {
    RouteHandler(
      declaration: declaration, body: .anywhere { call in try body(call.route(R.self)) },
      typed: TypedRouteBody<R>(.anywhere(body)))
  }

  /// Handles a typed route off the main actor.
  ///
  /// - Parameters:
  ///   - declaration: A declaration of the route that is async.
  ///   - route: The route's type.
  ///   - body: The handler.
  package static func background<R: TypedRoute>(
    _ declaration: RouteDeclaration, _ route: R.Type,
    _ body: @escaping @concurrent @Sendable (R) async throws -> R.Output
  ) -> RouteHandler where R.Output: Sendable {
    RouteHandler(
      declaration: declaration, body: .background { call in try await body(call.route(R.self)) },
      typed: TypedRouteBody<R>(.background(body)))
  }
}
