// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Called by expansions for a free function whose isolation only the compiler knows.
extension FunctionBuilder {
  /// Adds a handler of a typed route as a macro sees it: its type decides where it runs.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared.
  ///   - isolation: The type of the function.
  ///   - main: The call on the main actor.
  ///   - background: The call from elsewhere.
  public mutating func route<R: TypedRoute>(
    _ route: R.Type, _ options: RouteOptions, at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (R, ModuleContext) throws -> R.Output,
    background: @escaping @concurrent @Sendable (R, ModuleContext) async throws -> R.Output
  ) where R.Output: Sendable {
    base.route(
      route, base.name.rawValue, options, at: location, isolation: isolation,
      main: { _, route, context in try main(route, context) },
      background: { _, route, context in try await background(route, context) })
  }

  /// Adds a handler of a pattern as a macro sees it: its type decides where it runs.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers.
  ///   - parameters: The handler's parameters; nil for a handler that reads the request itself.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared.
  ///   - isolation: The type of the function.
  ///   - main: The call on the main actor.
  ///   - background: The call from elsewhere.
  public mutating func route<Output: Sendable>(
    _ pattern: String, _ parameters: [RouteParameter]?, _ options: RouteOptions,
    at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (RouteCall, ModuleContext) throws -> Output,
    background: @escaping @concurrent @Sendable (RouteCall, ModuleContext) async throws -> Output
  ) {
    base.route(
      pattern, base.name.rawValue, parameters, options, at: location, isolation: isolation,
      main: { _, call, context in try main(call, context) },
      background: { _, call, context in try await background(call, context) })
  }
}
