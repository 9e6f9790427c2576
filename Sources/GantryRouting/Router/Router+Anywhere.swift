// SPDX-License-Identifier: Apache-2.0

extension Router {
  static let takesTime = """
    its handler is async or runs elsewhere; such a call needs one that is not async, and \
    `nonisolated` or `@MainActor`
    """

  /// Calls a typed route without `await` from wherever the caller is, on any actor or none.
  ///
  /// Only a handler that belongs to no actor answers so: one that is `nonisolated` and not `async`.
  ///
  /// - Parameter route: The route with its parameters.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError.needsAwait` for all other handlers, and for an interceptor that takes
  ///   time; otherwise the errors of ``callSyncOnMain(_:)``.
  public func callSync<R: TypedRoute>(_ route: R) throws(RouteError) -> R.Output
  where R.Output: Sendable {
    let index = try index(of: R.self)
    guard let body = ready(R.self, at: index), case .anywhere(let body) = body.form else {
      return try performAnywhere(prepare(route, at: index), as: R.Output.self)
    }
    return try nested(table.entries[index].name) { try body(route) }
  }

  /// Calls the route of a path or URL from inside the app without `await`, from any actor or none.
  ///
  /// - Parameters:
  ///   - url: The path with its query, or a URL of a declared scheme or host.
  ///   - output: The type that the caller expects; `Void` takes anything and drops it.
  /// - Returns: The handler's result.
  /// - Throws: As ``callSync(_:)``; `RouteError.notFound` also where a not-found handler is.
  public func callSync<T: Sendable>(
    _ url: String, as output: T.Type = T.self
  ) throws(RouteError) -> T {
    let url = try RouteURL(parsing: url, schemes: schemes, limits: limits)
    return try performAnywhere(resolve(url, from: .internal), as: output)
  }

  /// Calls a route by its name without `await`, from any actor or none.
  ///
  /// - Parameters:
  ///   - name: The owner and the method: `orders/show`.
  ///   - arguments: Captures and query items by label.
  ///   - output: The type that the caller expects; `Void` takes anything and drops it.
  /// - Returns: The handler's result.
  /// - Throws: As ``callSync(_:)``; also `.unknownName` and `.wrongLabels`.
  public func callSync<T: Sendable>(
    named name: String, _ arguments: RouteArguments = [:], as output: T.Type = T.self
  ) throws(RouteError) -> T {
    try performAnywhere(prepare(named: name, arguments), as: output)
  }

  private func performAnywhere<T: Sendable>(
    _ call: RouteCall, as output: T.Type
  ) throws(RouteError) -> T {
    let (body, call, mark) = try bodyNow(for: call, returns: output)
    do throws(RouteError) {
      let value: T = try nested(call.name) {
        switch body {
        case .anywhere(let body): return try Self.value(body(call), of: call)
        case .main:
          throw RouteError.needsAwait(
            route: call.name, because: "its handler belongs to the main actor")
        case .background: throw RouteError.needsAwait(route: call.name, because: Self.takesTime)
        }
      }
      mark?(.returned(value))
      return value
    } catch {
      mark?(.failed(error))
      throw error
    }
  }

  /// The handler of a call without `await`, the call as the interceptors let it pass, and the
  /// marker that is told how it ends.
  ///
  /// - Throws: `RouteError.needsAwait`, `.unavailable` and the errors of interceptors.
  func bodyNow<T>(
    for call: RouteCall, returns output: T.Type
  ) throws(RouteError) -> (RouteHandler.Body, RouteCall, RouteMarker?) {
    try check(call, returns: output)
    if let ready = ready(for: call) { return (ready, call, nil) }
    let mark = marker(of: call)
    do throws(RouteError) {
      let admitted = try admitNow(call)
      try check(admitted, returns: output)
      let declaration = admitted.entry.declaration
      mark?(.admitted(declaration))
      guard !declaration.isAsync else {
        throw .needsAwait(route: declaration.name, because: Self.takesTime)
      }
      guard let body = try attached(admitted) else {
        throw .unavailable(
          route: declaration.name, owner: declaration.owner, reason: "has not launched yet")
      }
      mark?(.ready)
      return (body, admitted, mark)
    } catch {
      mark?(.failed(error))
      throw error
    }
  }
}
