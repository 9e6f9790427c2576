// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

extension Router {
  /// Calls a typed route.
  ///
  /// - Parameters:
  ///   - route: The route with its parameters.
  ///   - scene: The scene that the call is meant for, which interceptors and handlers see.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError`: `.unhandled`, `.vetoed`, `.unavailable`, `.failed`, `.cancelled` and
  ///   others; with interceptors, also the errors of ``TypedRoute/path()``.
  public func call<RouteType: TypedRoute>(
    _ route: RouteType, in scene: SceneID? = nil
  ) async throws(RouteError) -> RouteType.Output where RouteType.Output: Sendable {
    let index = try index(of: RouteType.self)
    guard let body = ready(RouteType.self, at: index) else {
      return try await perform(prepare(route, at: index, in: scene), as: RouteType.Output.self)
    }
    let name = table.entries[index].name
    guard !Task.isCancelled else { throw .cancelled(route: name) }
    return try await nested(name) { try await body.run(route, at: index, of: self) }
  }

  /// Calls the route of a request from inside the app.
  ///
  /// A request that an interceptor or a handler got from the router keeps its origin: one from
  /// outside still reaches external routes only.
  ///
  /// - Parameters:
  ///   - request: A path with its query, a URL of a declared scheme or host, or a route's name with
  ///     arguments.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError`: `.notFound`, `.wrongOutput`, `.wrongArgument` and others; by name,
  ///   `.unknownName` with similar names, and `.wrongLabels`.
  public func call<Output: Sendable>(
    _ request: RouteRequest, as output: Output.Type = Output.self
  ) async throws(RouteError) -> Output {
    try await perform(read(request), as: output)
  }

  /// Calls the route of a request that came from outside: only one whose access is external answers.
  ///
  /// - Parameters:
  ///   - request: A URL of a declared scheme or host, or a path.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError`: `.refused`, `.undeclaredScheme`, `.notFound` and others.
  public func open<Output: Sendable>(
    _ request: RouteRequest, as output: Output.Type = Output.self
  ) async throws(RouteError) -> Output {
    try await perform(read(request, from: .external), as: output)
  }

  /// Calls a typed route without `await`; the result need not be `Sendable`.
  ///
  /// - Parameters:
  ///   - route: The route with its parameters.
  ///   - scene: The scene that the call is meant for, which interceptors and handlers see.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError.needsAwait` for a handler or an interceptor that takes time, and for an
  ///   owner that has not launched yet; the errors of ``call(_:in:)``.
  @MainActor
  public func callNow<RouteType: TypedRoute>(
    _ route: RouteType, in scene: SceneID? = nil
  ) throws(RouteError) -> RouteType.Output {
    let index = try index(of: RouteType.self)
    let name = table.entries[index].name
    switch ready(RouteType.self, at: index)?.form {
    case .main(let body): return try nested(name) { try hold(index) { try body(route) } }
    case .anywhere(let body): return try nested(name) { try hold(index) { try body(route) } }
    case .background, nil: break
    }
    return try performNow(prepare(route, at: index, in: scene), as: RouteType.Output.self)
  }

  /// Calls the route of a request from inside the app without `await`; the result need not be
  /// `Sendable`.
  ///
  /// - Parameters:
  ///   - request: A path with its query, a URL of a declared scheme or host, or a route's name with
  ///     arguments.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: As `callNow(_:in:)` and ``call(_:as:)``; `RouteError.notFound` even if there is a
  ///   not-found handler.
  @MainActor
  public func callNow<Output>(
    _ request: RouteRequest, as output: Output.Type = Output.self
  ) throws(RouteError) -> Output {
    try performNow(read(request), as: output)
  }

  /// Calls the route of a request that came from outside without `await`: only an external one
  /// answers.
  ///
  /// ```swift
  /// @On func open(_ event: OpenURL) -> Bool {
  ///   let request = RouteRequest(event.url, in: event.scene)
  ///   guard let page = try? router.openNow(request, as: UIViewController.self) else { return false }
  ///   window.show(page)
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: A URL of a declared scheme or host, or a path.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result, which need not be `Sendable`.
  /// - Throws: As ``callNow(_:as:)``, and `.refused` for an internal route.
  @MainActor
  public func openNow<Output>(
    _ request: RouteRequest, as output: Output.Type = Output.self
  ) throws(RouteError) -> Output {
    try performNow(read(request, from: .external), as: output)
  }

  /// Returns whether a route would answer a request, without calling or reporting anything.
  ///
  /// - Parameters:
  ///   - request: A path, a URL of a declared scheme or host, or a route's name with arguments.
  ///   - origin: The origin of the call; internal routes do not answer calls from outside.
  /// - Returns: False also when the owner is unavailable, or parameters are wrong or missing.
  public func canOpen(_ request: RouteRequest, from origin: RouteOrigin = .external) -> Bool {
    guard let address = try? read(request, from: origin),
      let call = try? resolve(address, explains: false)
    else { return false }
    return isAnswered(call)
  }
}
