// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Router {
  /// Calls a typed route without `await`; the result need not be `Sendable`.
  ///
  /// - Parameter route: The route with its parameters.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError.needsAwait` for a handler or an interceptor that takes time, and for an
  ///   owner that has not launched yet; the errors of ``call(_:)``.
  @MainActor
  public func callSyncOnMain<R: TypedRoute>(_ route: R) throws(RouteError) -> R.Output {
    let index = try index(of: R.self)
    let name = table.entries[index].name
    switch ready(R.self, at: index)?.form {
    case .main(let body): return try nested(name) { try hold(index) { try body(route) } }
    case .anywhere(let body): return try nested(name) { try hold(index) { try body(route) } }
    case .background, nil: break
    }
    return try performNow(prepare(route, at: index), as: R.Output.self)
  }

  /// Calls the route of a path or URL from inside the app without `await`.
  ///
  /// - Parameters:
  ///   - url: The path with its query, or a URL of a declared scheme or host.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: As ``callSyncOnMain(_:)``; `RouteError.notFound` even if there is a not-found
  ///   handler.
  @MainActor
  public func callSyncOnMain<T>(_ url: String, as output: T.Type = T.self) throws(RouteError) -> T {
    let url = try RouteURL(parsing: url, schemes: schemes, limits: limits)
    return try performNow(resolve(url, from: .internal), as: output)
  }

  /// Calls the route of a URL that came from outside without `await`: only an external one answers.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host, or a path.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: As ``callSyncOnMain(_:as:)``, and `.refused` for an internal route.
  @MainActor
  public func openSyncOnMain<T>(_ url: String, as output: T.Type = T.self) throws(RouteError) -> T {
    try openSyncOnMain(RouteURL(parsing: url, schemes: schemes, limits: limits), as: output)
  }

  @MainActor
  func openSyncOnMain<T>(_ url: RouteURL, as output: T.Type) throws(RouteError) -> T {
    try admitNow(url)
    let call: RouteCall
    do {
      call = try resolve(url, from: .external)
    } catch {
      note(error)
      throw error
    }
    return try performNow(call, as: output)
  }

  /// Calls a route by its name without `await`.
  ///
  /// - Parameters:
  ///   - name: The owner and the method: `orders/show`.
  ///   - arguments: Captures and query items by label.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: As ``callSyncOnMain(_:)``; also `.unknownName` and `.wrongLabels`.
  @MainActor
  public func callSyncOnMain<T>(
    named name: String, _ arguments: RouteArguments = [:], as output: T.Type = T.self
  ) throws(RouteError) -> T {
    try performNow(prepare(named: name, arguments), as: output)
  }

  @MainActor
  func performNow<T>(_ call: RouteCall, as output: T.Type) throws(RouteError) -> T {
    try check(call, returns: output)
    if let ready = ready(for: call) { return try runNow(ready, call) }
    let end = begin(call)
    var intercepted = InterceptedCall(call: call)
    do throws(RouteError) {
      try admitNow(&intercepted)
      try check(intercepted.call, returns: output)
      let value: T = try runNow(bodyNow(for: intercepted.call), intercepted.call)
      end?(intercepted.call, .success(value))
      return value
    } catch {
      end?(intercepted.call, .failure(error))
      throw error
    }
  }

  @MainActor
  private func runNow<T>(_ body: RouteHandler.Body, _ call: RouteCall) throws(RouteError) -> T {
    switch body {
    case .main(let body):
      try nested(call.name) { try hold(call.index) { try Self.value(body(call), of: call) } }
    case .anywhere(let body):
      try nested(call.name) { try hold(call.index) { try Self.value(body(call), of: call) } }
    case .background: throw .needsAwait(route: call.name, because: Self.takesTime)
    }
  }

  /// The code that handles a call without waiting for its owner.
  private func bodyNow(for call: RouteCall) throws(RouteError) -> RouteHandler.Body {
    // A route whose owner is gone never answers, whether it takes time or not.
    let body = try attached(call)
    guard !call.entry.declaration.isAsync else {
      throw .needsAwait(route: call.name, because: Self.takesTime)
    }
    if let body { return body }
    throw .needsAwait(route: call.name, because: Self.isLate(call.owner))
  }

  /// The reason why a call can't be answered at once, as far as that can be told before any
  /// interceptor is asked.
  func delay(of call: RouteCall) -> String? {
    guard !call.entry.declaration.isAsync else { return Self.takesTime }
    return state.withLock { state in
      guard state.owners[call.owner] != nil else { return Self.isLate(call.owner) }
      for interceptor in state.interceptors where interceptor.mayBeAbout(call.entry.pattern) {
        if interceptor.takesTime { return Self.takesTime(interceptor) }
        if let owner = interceptor.declaration?.owner, state.owners[owner] == nil {
          return Self.isLate(interceptor)
        }
      }
      return nil
    }
  }

  static func isLate(_ interceptor: RouteInterceptor) -> String {
    "the interceptor \(interceptor.name) is asked first, and its module has not launched yet"
  }

  static func takesTime(_ interceptor: RouteInterceptor) -> String {
    "the interceptor \(interceptor.name) is asynchronous"
  }

  private static func isLate(_ owner: ModuleName) -> String { "\(owner) has not launched yet" }

  private static var takesTime: String {
    """
    its handler is async or runs elsewhere; make it synchronous, and `nonisolated` or `@MainActor`
    """
  }
}

extension Router {
  /// Runs a handler on the main actor, under its number if the main actor is watched.
  @MainActor
  func hold<T>(_ index: Int, _ body: @MainActor () throws -> T) rethrows -> T {
    guard let watch else { return try body() }
    let outer = watch.enter(MainActorWatch.number(.route, index))
    defer { watch.leave(outer) }
    return try body()
  }

  /// A route, as the watch over the main actor names it.
  func code(of index: Int) -> MainActorHeld.Code? {
    let entries = table.entries
    guard entries.indices.contains(index) else { return nil }
    let route = entries[index].declaration
    return MainActorHeld.Code(
      .route, module: route.owner, name: route.name, declaredAt: route.declaredAt)
  }
}
