// SPDX-License-Identifier: Apache-2.0

@testable import GantryRouting
import GantrySupport

/// Handlers of typed routes, declared where they are created.
extension RouteHandler {
  static func main<R: TypedRoute>(
    _ route: R.Type, name: String, owner: ModuleName, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (R) throws -> R.Output
  ) -> RouteHandler {
    .main(.here(R.self, name, owner, options, isAsync: false, fileID, line), R.self, body)
  }

  static func anywhere<R: TypedRoute>(
    _ route: R.Type, name: String, owner: ModuleName, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (R) throws -> R.Output
  ) -> RouteHandler where R.Output: Sendable {
    .anywhere(.here(R.self, name, owner, options, isAsync: false, fileID, line), R.self, body)
  }

  static func background<R: TypedRoute>(
    _ route: R.Type, name: String, owner: ModuleName, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (R) async throws -> R.Output
  ) -> RouteHandler where R.Output: Sendable {
    .background(.here(R.self, name, owner, options, isAsync: true, fileID, line), R.self, body)
  }
}

extension RouteDeclaration {
  fileprivate static func here<R: TypedRoute>(
    _ route: R.Type, _ name: String, _ owner: ModuleName, _ options: RouteOptions, isAsync: Bool,
    _ fileID: String, _ line: Int
  ) -> RouteDeclaration {
    RouteDeclaration(
      route, name: name, owner: owner, options, isAsync: isAsync, declaredAt: "\(fileID):\(line)")
  }
}
