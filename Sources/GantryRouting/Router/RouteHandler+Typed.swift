// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteHandler {
  /// Handles a typed route on the main actor, so that it can be called there without `await`.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - name: The owner and the method, `orders/show`.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public static func main<R: TypedRoute>(
    _ route: R.Type, name: String, owner: String, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (R) throws -> R.Output
  ) -> RouteHandler {
    let declaration = RouteDeclaration(
      R.self, name: name, owner: owner, options, isAsync: false,
      declaredAt: "\(fileID):\(line)")
    return .main(declaration, R.self, body)
  }

  /// Handles a typed route that belongs to no actor, so that it can be called without `await`
  /// anywhere.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - name: The owner and the method, `orders/show`.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public static func anywhere<R: TypedRoute>(
    _ route: R.Type, name: String, owner: String, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (R) throws -> R.Output
  ) -> RouteHandler where R.Output: Sendable {
    let declaration = RouteDeclaration(
      R.self, name: name, owner: owner, options, isAsync: false,
      declaredAt: "\(fileID):\(line)")
    return .anywhere(declaration, R.self, body)
  }

  /// Handles a typed route off the main actor.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - name: The owner and the method, `orders/show`.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public static func background<R: TypedRoute>(
    _ route: R.Type, name: String, owner: String, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (R) async throws -> R.Output
  ) -> RouteHandler where R.Output: Sendable {
    let declaration = RouteDeclaration(
      R.self, name: name, owner: owner, options, isAsync: true,
      declaredAt: "\(fileID):\(line)")
    return .background(declaration, R.self, body)
  }
}
