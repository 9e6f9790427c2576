// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension FunctionBuilder {
  /// Adds a handler of a typed route that runs on the main actor; the route has the name of the
  /// whole.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func routeSyncOnMain<R: TypedRoute>(
    _ route: R.Type, _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (R, ModuleContext) throws -> R.Output
  ) {
    base.routeSyncOnMain(
      route, base.name.rawValue, options, at: location, fileID: fileID, line: line
    ) {
      _, route, context in try body(route, context)
    }
  }

  /// Adds a handler of a pattern that runs on the main actor; the route has the function's name.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - parameters: The handler's parameters; nil for a handler that reads the request itself.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func routeSyncOnMain<Output>(
    _ pattern: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (RouteCall, ModuleContext) throws -> Output
  ) {
    base.routeSyncOnMain(
      pattern, base.name.rawValue, parameters, options, at: location, fileID: fileID, line: line
    ) {
      _, call, context in try body(call, context)
    }
  }

  /// Adds a handler of a typed route that belongs to no actor; the route has the function's name.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func routeSync<R: TypedRoute>(
    _ route: R.Type, _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (R, ModuleContext) throws -> R.Output
  ) where R.Output: Sendable {
    base.routeSync(route, base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, route, context in try body(route, context)
    }
  }

  /// Adds a handler of a pattern that belongs to no actor; the route has the function's name.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - parameters: The handler's parameters; nil for a handler that reads the request itself.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func routeSync<Output: Sendable>(
    _ pattern: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (RouteCall, ModuleContext) throws -> Output
  ) {
    base.routeSync(
      pattern, base.name.rawValue, parameters, options, at: location, fileID: fileID, line: line
    ) {
      _, call, context in try body(call, context)
    }
  }

  /// Adds a handler of a typed route that runs off the main actor; the route has the name of the
  /// whole.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func route<R: TypedRoute>(
    _ route: R.Type, _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (R, ModuleContext) async throws -> R.Output
  ) where R.Output: Sendable {
    base.route(route, base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, route, context in try await body(route, context)
    }
  }

  /// Adds a handler of a pattern that runs off the main actor; the route has the function's name.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - parameters: The handler's parameters; nil for a handler that reads the request itself.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared, where macros know better than `fileID` and `line`.
  ///   - fileID: The file of the declaration.
  ///   - line: Its line.
  ///   - body: The handler.
  public mutating func route<Output: Sendable>(
    _ pattern: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (RouteCall, ModuleContext) async throws -> Output
  ) {
    base.route(
      pattern, base.name.rawValue, parameters, options, at: location, fileID: fileID, line: line
    ) {
      _, call, context in try await body(call, context)
    }
  }
}
