// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Router {
  static let takesTime = "its handler takes time"

  /// Calls a typed route without `await` from wherever the caller is, on any actor or none.
  ///
  /// Only a handler that belongs to no actor answers so: one that is `nonisolated` and not `async`.
  ///
  /// - Parameter route: The route with its parameters.
  /// - Returns: What its handler returns.
  /// - Throws: `RouteError.needsAwait` for all other handlers, and for an interceptor that takes
  ///   time; what ``callNow(_:)`` throws.
  public func callAnywhere<R: TypedRoute>(_ route: R) throws(RouteError) -> R.Output
  where R.Output: Sendable {
    try performAnywhere(prepare(route), as: R.Output.self)
  }

  /// Calls the route of a path or URL from inside the app without `await`, from any actor or none.
  ///
  /// - Parameters:
  ///   - url: The path with its query, or a URL of a declared scheme or host.
  ///   - output: What the caller expects; `Void` takes anything and drops it.
  /// - Returns: What the handler returns.
  /// - Throws: As ``callAnywhere(_:)``; `RouteError.notFound` also where a not-found handler is.
  public func callAnywhere<T: Sendable>(
    _ url: String, as output: T.Type = T.self
  ) throws(RouteError) -> T {
    let url = try RouteURL(parsing: url, schemes: schemes, limits: limits)
    return try performAnywhere(resolve(url, from: .inside), as: output)
  }

  /// Calls a route by its name without `await`, from any actor or none.
  ///
  /// - Parameters:
  ///   - name: The owner and the method: `orders/show`.
  ///   - arguments: Captures and query items by label.
  ///   - output: What the caller expects; `Void` takes anything and drops it.
  /// - Returns: What the handler returns.
  /// - Throws: As ``callAnywhere(_:)``; also `.unknownName` and `.wrongLabels`.
  public func callAnywhere<T: Sendable>(
    named name: String, _ arguments: RouteArguments = [:], as output: T.Type = T.self
  ) throws(RouteError) -> T {
    try performAnywhere(prepare(named: name, arguments), as: output)
  }

  private func performAnywhere<T: Sendable>(
    _ call: RouteCall, as output: T.Type
  ) throws(RouteError) -> T {
    let (handler, call, mark) = try handlerNow(for: call, returns: output)
    do {
      let value: T =
        switch handler.body {
        case .anywhere(let body): try Self.value(body(call), of: call)
        case .main:
          throw RouteError.needsAwait(
            route: call.name, because: "its handler belongs to the main actor")
        case .background: throw RouteError.needsAwait(route: call.name, because: Self.takesTime)
        }
      mark?(.returned(value))
      return value
    } catch {
      let error = Self.wrap(error, call.name)
      mark?(.failed(error))
      throw error
    }
  }

  /// The handler of a call without `await`, the call as the interceptors let it pass, and who is
  /// told how it ends.
  ///
  /// - Throws: `RouteError.needsAwait`, `.unavailable` and what interceptors decide.
  func handlerNow<T>(
    for call: RouteCall, returns output: T.Type
  ) throws(RouteError) -> (RouteHandler, RouteCall, RouteMarker?) {
    try check(call, returns: output)
    if let ready = ready(for: call) { return (ready, call, nil) }
    let mark = marker(of: call)
    do throws(RouteError) {
      let admitted = try admitNow(call)
      try check(admitted, returns: output)
      mark?(.admitted(admitted.entry.declaration))
      let handler = try handlerNow(for: admitted)
      mark?(.ready)
      return (handler, admitted, mark)
    } catch {
      mark?(.failed(error))
      throw error
    }
  }

  private func handlerNow(for call: RouteCall) throws(RouteError) -> RouteHandler {
    let declaration = call.entry.declaration
    guard !declaration.isAsync else {
      throw .needsAwait(route: declaration.name, because: Self.takesTime)
    }
    guard let handler = try attached(call) else {
      throw .unavailable(
        route: declaration.name, owner: declaration.owner, reason: "has not launched yet")
    }
    return handler
  }
}
