// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A declaration of a route, and the code that handles it.
public struct RouteHandler: Sendable {
  /// How the handler is run.
  enum Body: Sendable {
    /// At once, on the main actor; the result need not be `Sendable`.
    case main(@MainActor @Sendable (RouteCall) throws -> Any)
    /// At once, wherever it is called.
    case anywhere(@Sendable (RouteCall) throws -> any Sendable)
    /// Asynchronously, off the main actor.
    case background(@concurrent @Sendable (RouteCall) async throws -> any Sendable)
  }

  /// The declaration that it handles.
  public private(set) var declaration: RouteDeclaration
  let body: Body
  /// The same body for a call by value; nil for routes by pattern.
  package var typed: (any AnyObject & Sendable)?

  /// Handles a route on the main actor, so that it can be called there without `await`.
  ///
  /// - Parameters:
  ///   - declaration: A declaration that is not async.
  ///   - body: Returns a value of the type that is declared as output.
  public static func main(
    _ declaration: RouteDeclaration,
    _ body: @escaping @MainActor @Sendable (RouteCall) throws -> Any
  ) -> RouteHandler {
    RouteHandler(declaration: declaration, body: .main(body))
  }

  /// Handles a route that belongs to no actor, so that it can be called without `await` anywhere.
  ///
  /// - Parameters:
  ///   - declaration: A declaration that is not async.
  ///   - body: Returns a value of the type that is declared as output.
  public static func anywhere(
    _ declaration: RouteDeclaration,
    _ body: @escaping @Sendable (RouteCall) throws -> any Sendable
  ) -> RouteHandler {
    RouteHandler(declaration: declaration, body: .anywhere(body))
  }

  /// Handles a route off the main actor.
  ///
  /// - Parameters:
  ///   - declaration: A declaration that is async.
  ///   - body: Returns a value of the type that is declared as output.
  public static func background(
    _ declaration: RouteDeclaration,
    _ body: @escaping @concurrent @Sendable (RouteCall) async throws -> any Sendable
  ) -> RouteHandler {
    RouteHandler(declaration: declaration, body: .background(body))
  }

  /// The same handler of another owner.
  package func owned(by owner: String) -> RouteHandler {
    guard declaration.owner != owner else { return self }
    var handler = self
    handler.declaration = declaration.owned(by: owner)
    return handler
  }
}
