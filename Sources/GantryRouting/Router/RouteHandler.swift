// SPDX-License-Identifier: Apache-2.0

/// A declaration of a route, and the code that handles it.
package struct RouteHandler: Sendable {
  /// The way the handler runs.
  enum Body: Sendable {
    /// At once, on the main actor; the result need not be `Sendable`.
    case main(@MainActor @Sendable (RouteCall) throws -> Any)
    /// At once, wherever it is called.
    case anywhere(@Sendable (RouteCall) throws -> any Sendable)
    /// Asynchronously, off the main actor.
    case background(@concurrent @Sendable (RouteCall) async throws -> any Sendable)
  }

  /// The declaration that it handles.
  package let declaration: RouteDeclaration
  let body: Body
  /// The same body, for calls by value; nil for routes declared by pattern.
  package var typed: (any AnyObject & Sendable)?

  /// Creates a handler of a route on the main actor, so that it can be called there without
  /// `await`.
  ///
  /// - Parameters:
  ///   - declaration: A declaration that is not async.
  ///   - body: The handler's code; it returns a value of the declared output type.
  package static func main(
    _ declaration: RouteDeclaration,
    _ body: @escaping @MainActor @Sendable (RouteCall) throws -> Any
  ) -> RouteHandler {
    RouteHandler(declaration: declaration, body: .main(body))
  }

  /// Creates a handler of a route that belongs to no actor, so that it can be called without
  /// `await` on the main actor.
  ///
  /// - Parameters:
  ///   - declaration: A declaration that is not async.
  ///   - body: The handler's code; it returns a value of the declared output type.
  package static func anywhere(
    _ declaration: RouteDeclaration,
    _ body: @escaping @Sendable (RouteCall) throws -> any Sendable
  ) -> RouteHandler {
    RouteHandler(declaration: declaration, body: .anywhere(body))
  }

  /// Creates a handler of a route off the main actor.
  ///
  /// - Parameters:
  ///   - declaration: A declaration that is async.
  ///   - body: The handler's code; it returns a value of the declared output type.
  package static func background(
    _ declaration: RouteDeclaration,
    _ body: @escaping @concurrent @Sendable (RouteCall) async throws -> any Sendable
  ) -> RouteHandler {
    RouteHandler(declaration: declaration, body: .background(body))
  }
}

/// The code that handles a typed route passed as a value, without a box or a cast.
final class TypedRouteBody<R: TypedRoute>: Sendable {
  enum Form: Sendable {
    case main(@MainActor @Sendable (R) throws -> R.Output)
    case anywhere(@Sendable (R) throws -> R.Output)
    case background(@concurrent @Sendable (R) async throws -> R.Output)
  }

  let form: Form

  init(_ form: Form) { self.form = form }

  /// Handles the route, on the main actor if it belongs there, and otherwise off the caller's
  /// actor.
  func run(
    _ route: R, at index: Int, of router: Router
  ) async throws -> R.Output where R.Output: Sendable {
    switch form {
    case .main(let body): try await Self.holding(router, index, body, route)
    case .anywhere(let body): try await Self.leaving(body, route)
    case .background(let body): try await body(route)
    }
  }

  @MainActor
  private static func holding(
    _ router: Router, _ index: Int, _ body: @MainActor @Sendable (R) throws -> R.Output, _ route: R
  ) throws -> R.Output where R.Output: Sendable {
    try router.hold(index) { try body(route) }
  }

  @concurrent
  private static func leaving(
    _ body: @Sendable (R) throws -> R.Output, _ route: R
  ) async throws -> R.Output where R.Output: Sendable {
    try body(route)
  }
}

extension RouteHandler {
  /// Creates a handler of a typed route on the main actor.
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

  /// Creates a handler of a typed route that belongs to no actor.
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

  /// Creates a handler of a typed route off the main actor.
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

/// The check whether a route's output can be the type that a caller asks for.
enum RouteOutput {
  /// Compares the types.
  ///
  /// - Returns: True for the type itself, a superclass, an optional of these, `Void`, and
  ///   ``RouteAnswer``. Also true for a protocol and `Any`, where the value itself decides later.
  static func takes<T>(_ declared: Any.Type, _ output: T.Type) -> Bool {
    if declared == T.self || T.self == Void.self || declared is T.Type { return true }
    if T.self == RouteAnswer.self { return true }
    if let optional = T.self as? any OptionalOutput.Type { return optional.takes(declared) }
    return isExistential(output)
  }

  /// Whether a type is a protocol, as the type of a value.
  ///
  /// The language has no other way to ask: a protocol's metatype is `P.Protocol`, and any other
  /// type's is `T.Type`. Whether a type conforms to a protocol cannot be asked without a value.
  private static func isExistential<T>(_ type: T.Type) -> Bool {
    "\(Swift.type(of: type))".hasSuffix(".Protocol")
  }
}

/// An optional type that a caller asks for.
private protocol OptionalOutput {
  static func takes(_ declared: Any.Type) -> Bool
}

extension Optional: OptionalOutput {
  fileprivate static func takes(_ declared: Any.Type) -> Bool {
    RouteOutput.takes(declared, Wrapped.self)
  }
}
