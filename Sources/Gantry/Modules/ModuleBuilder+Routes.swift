// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleBuilder {
  /// Adds a handler of a typed route that runs on the main actor, and is called there without
  /// `await`.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - function: The name of the route within the module.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func routeSyncOnMain<R: TypedRoute>(
    _ route: R.Type, _ function: String, _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (M, R, ModuleContext) throws -> R.Output
  ) {
    let declaration = RouteDeclaration(
      R.self, name: routeName(function), owner: name.rawValue, options, isAsync: false,
      declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .main(declaration, R.self) { route in try body(module, route, context) }
    }
  }

  /// Adds a handler of a typed route that runs off the main actor.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - function: The name of the route within the module.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func route<R: TypedRoute>(
    _ route: R.Type, _ function: String, _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, R, ModuleContext) async throws -> R.Output
  ) where R.Output: Sendable {
    let declaration = RouteDeclaration(
      R.self, name: routeName(function), owner: name.rawValue, options, isAsync: true,
      declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .background(declaration, R.self) { route in try await body(module, route, context) }
    }
  }

  /// Adds a handler of a pattern that runs on the main actor, and is called there without `await`.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - function: The name of the route within the module.
  ///   - parameters: The handler's parameters; nil for a handler that reads the request itself.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func routeSyncOnMain<Output>(
    _ pattern: String, _ function: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (M, RouteCall, ModuleContext) throws -> Output
  ) {
    let declaration = RouteDeclaration(
      pattern: pattern, parameters: parameters, output: Output.self, name: routeName(function),
      owner: name.rawValue, options, isAsync: false,
      declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .main(declaration) { call in try body(module, call, context) }
    }
  }

  /// Adds a handler of a pattern that runs off the main actor.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - function: The name of the route within the module.
  ///   - parameters: The handler's parameters; nil for a handler that reads the request itself.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func route<Output: Sendable>(
    _ pattern: String, _ function: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, RouteCall, ModuleContext) async throws -> Output
  ) {
    let declaration = RouteDeclaration(
      pattern: pattern, parameters: parameters, output: Output.self, name: routeName(function),
      owner: name.rawValue, options, isAsync: true,
      declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .background(declaration) { call in try await body(module, call, context) }
    }
  }

  /// Adds a handler of a typed route that belongs to no actor: it is called without `await` from
  /// anywhere.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - function: The name of the route within the module.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func routeSync<R: TypedRoute>(
    _ route: R.Type, _ function: String, _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (M, R, ModuleContext) throws -> R.Output
  ) where R.Output: Sendable {
    let declaration = RouteDeclaration(
      R.self, name: routeName(function), owner: name.rawValue, options, isAsync: false,
      declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .anywhere(declaration, R.self) { route in try body(module, route, context) }
    }
  }

  /// Adds a handler of a pattern that belongs to no actor: it is called without `await` from
  /// anywhere.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - function: The name of the route within the module.
  ///   - parameters: The handler's parameters; nil for a handler that reads the request itself.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func routeSync<Output: Sendable>(
    _ pattern: String, _ function: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (M, RouteCall, ModuleContext) throws -> Output
  ) {
    let declaration = RouteDeclaration(
      pattern: pattern, parameters: parameters, output: Output.self, name: routeName(function),
      owner: name.rawValue, options, isAsync: false,
      declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .anywhere(declaration) { call in try body(module, call, context) }
    }
  }

  /// The same name for the module and a function everywhere: `Orders/show`.
  private func routeName(_ function: String) -> String {
    M.self == Void.self ? name.rawValue : "\(name)/\(function)"
  }

  private mutating func add(
    _ declaration: RouteDeclaration,
    _ binder: @escaping @Sendable (M, ModuleContext) -> RouteHandler
  ) {
    routes.append(declaration)
    bindings.routes.append { module, context in
      binder(module, context).owned(by: context.name.rawValue)
    }
  }
}
