// SPDX-License-Identifier: Apache-2.0

@testable import GantryRouting
import GantryText

extension RouteHandler {
  /// Creates a handler of a typed route on the main actor, so that it can be called there without
  /// `await`.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - name: The owner and the method, `orders/show`.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  static func main<R: TypedRoute>(
    _ route: R.Type, name: String, owner: ModuleName, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (R) throws -> R.Output
  ) -> RouteHandler {
    let declaration = RouteDeclaration(
      R.self, name: name, owner: owner, options, isAsync: false,
      declaredAt: "\(fileID):\(line)")
    return .main(declaration, R.self, body)
  }

  /// Creates a handler of a typed route that belongs to no actor, so that it can be called without
  /// `await` on the main actor.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - name: The owner and the method, `orders/show`.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  static func anywhere<R: TypedRoute>(
    _ route: R.Type, name: String, owner: ModuleName, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (R) throws -> R.Output
  ) -> RouteHandler where R.Output: Sendable {
    let declaration = RouteDeclaration(
      R.self, name: name, owner: owner, options, isAsync: false,
      declaredAt: "\(fileID):\(line)")
    return .anywhere(declaration, R.self, body)
  }

  /// Creates a handler of a typed route off the main actor.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - name: The owner and the method, `orders/show`.
  ///   - owner: The owner; a module's name, where there are modules.
  ///   - options: The access.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  static func background<R: TypedRoute>(
    _ route: R.Type, name: String, owner: ModuleName, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (R) async throws -> R.Output
  ) -> RouteHandler where R.Output: Sendable {
    let declaration = RouteDeclaration(
      R.self, name: name, owner: owner, options, isAsync: true,
      declaredAt: "\(fileID):\(line)")
    return .background(declaration, R.self, body)
  }
}
