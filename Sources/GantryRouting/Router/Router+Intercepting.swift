// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

extension Router {
  /// Adds an interceptor that answers at once.
  ///
  /// Interceptors are asked by priority, then in the order in which they were added. They see a
  /// typed call by its URL, which must therefore be printable.
  ///
  /// - Parameters:
  ///   - name: The interceptor's name in errors.
  ///   - priority: Its priority; the highest is asked first.
  ///   - paths: The patterns of the paths that it is asked about; none, or `*all` alone, means all
  ///     paths.
  ///   - body: The decision about a call; it may be called from any thread.
  /// - Returns: The token that removes it.
  /// - Throws: `RouteError.malformedPattern` for one of the patterns.
  @discardableResult
  public func intercept(
    _ name: String, priority: Priority = 0, paths: [String] = [],
    _ body: @escaping @Sendable (RouteRequest) -> RouteDecision
  ) throws(RouteError) -> InterceptorToken {
    try add(name, InterceptorOptions(priority: priority), paths, .anywhere(body))
  }

  /// Adds an interceptor that takes time; calls of routes under its paths need `await`.
  ///
  /// - Parameters:
  ///   - name: The interceptor's name in errors.
  ///   - priority: Its priority; the highest is asked first.
  ///   - paths: The patterns of the paths that it is asked about; none, or `*all` alone, means all
  ///     paths.
  ///   - asksPerson: Whether it asks a person. The log names any other interceptor that has not
  ///     decided after five seconds.
  ///   - body: The decision about a call. If the caller is cancelled, or the application stops, the
  ///     task that this runs in is cancelled, and the call does not wait for it any longer.
  /// - Returns: The token that removes it.
  /// - Throws: `RouteError.malformedPattern` for one of the patterns.
  @discardableResult
  public func intercept(
    _ name: String, priority: Priority = 0, paths: [String] = [], asksPerson: Bool = false,
    _ body: @escaping @concurrent @Sendable (RouteRequest) async -> RouteDecision
  ) throws(RouteError) -> InterceptorToken {
    try add(
      name, InterceptorOptions(priority: priority, asksPerson: asksPerson), paths,
      .background(body))
  }

  /// Removes an interceptor; calls that it is deciding about go on.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  public func remove(_ token: InterceptorToken) -> Bool {
    // Released after the lock, because releasing it may call the router.
    let removed = state.withLock { state -> RouteInterceptor? in
      guard let index = state.interceptors.firstIndex(where: { $0.number == token.number }) else {
        return nil
      }
      let removed = state.interceptors.remove(at: index)
      state.guardRoutes(of: table)
      return removed
    }
    defer { extendLifetime(removed) }
    return removed != nil
  }

  private func add(
    _ name: String, _ options: InterceptorOptions, _ paths: [String], _ body: InterceptorCall
  ) throws(RouteError) -> InterceptorToken {
    let number = state.withLock { $0.nextNumber() }
    let interceptor = try RouteInterceptor(
      name, options, number: number, paths: paths, body: body)
    state.withLock { state in
      state.interceptors.insert(interceptor, at: state.position(of: options.priority))
      state.guardRoutes(of: table, by: interceptor)
    }
    return InterceptorToken(number: number)
  }

  /// Asks the interceptors until all allow a call, which they may redirect.
  func admit(_ intercepted: inout InterceptedCall) async throws(RouteError) {
    while let (interceptor, request) = try next(&intercepted) {
      let body = try await body(of: interceptor, for: intercepted.call)
      intercepted.passage.pass()
      let decision = try await decide(interceptor, body, request, &intercepted)
      guard !Task.isCancelled else { throw .cancelled(route: intercepted.call.name) }
      try follow(decision, of: interceptor, &intercepted)
    }
  }

  /// The same without waiting for any.
  ///
  /// - Throws: `RouteError.needsAwait` for one that takes time, and for one whose module has not
  ///   launched; `.interceptorUnavailable`.
  @MainActor
  func admitNow(_ intercepted: inout InterceptedCall) throws(RouteError) {
    while let (interceptor, request) = try next(&intercepted) {
      let route = intercepted.call.name
      let decision: RouteDecision
      switch try attachedBody(of: interceptor, for: intercepted.call) {
      case .anywhere(let body): decision = try nested(interceptor.name) { body(request) }
      case .main(let body): decision = try nested(interceptor.name) { body(request) }
      case .background:
        throw .needsAwait(route: route, because: Self.takesTime(interceptor))
      case nil: throw .needsAwait(route: route, because: Self.isLate(interceptor))
      }
      try follow(decision, of: interceptor, &intercepted)
    }
  }

  private func follow(
    _ decision: RouteDecision, of interceptor: RouteInterceptor,
    _ intercepted: inout InterceptedCall
  ) throws(RouteError) {
    switch decision {
    case .allow: break
    case .veto(let reason):
      throw .vetoed(reason: reason, by: interceptor.name, route: intercepted.call.name)
    case .redirect(let request): try redirect(&intercepted, to: request)
    }
  }

  private func redirect(
    _ intercepted: inout InterceptedCall, to request: RouteRequest
  ) throws(RouteError) {
    let (call, first) = (intercepted.call, try intercepted.askedFor())
    var address = try read(request)
    // A request from outside that the interceptor hands back is not one that it has chosen.
    address.context = RouteContext(
      origin: call.origin, scene: request.scene ?? call.scene,
      isTrusted: request.origin == .internal, original: call.context.original ?? first)
    if let url = address.url {
      try intercepted.leave(for: url, most: RouteError.mostHops, report: report)
      intercepted.missed = address
      intercepted.call = try find(address)
      intercepted.missed = nil
    } else {
      // Its URL shows whether the call has been there.
      let named = try find(address)
      let url = try named.request().url
      try intercepted.leave(for: url, most: RouteError.mostHops, report: report)
      intercepted.call = named
    }
  }

  /// The next interceptor to ask about the call; nil when all have been asked.
  private func next(
    _ intercepted: inout InterceptedCall
  ) throws(RouteError) -> (RouteInterceptor, RouteRequest)? {
    let interceptors = intercepted.interceptors ?? state.withLock { $0.interceptors }
    intercepted.interceptors = interceptors
    while intercepted.asked < interceptors.count {
      let interceptor = interceptors[intercepted.asked]
      intercepted.asked += 1
      // A route that can never have such a path need not be printed.
      guard interceptor.mayBeAbout(intercepted.call.entry.pattern) else { continue }
      let request = try intercepted.askedFor()
      if interceptor.isAbout(request.url.path) { return (interceptor, request) }
    }
    return nil
  }
}

/// An event in a call that the app should know about, not only the caller.
@nonexhaustive
package enum RouteWarning: Hashable, Sendable, CustomStringConvertible {
  /// A URL from outside led to an internal route.
  case refused(path: String, route: String)
  /// A call was redirected in a circle or too often; the route is the last one that interceptors
  /// saw, or nil if a redirect map did it.
  case redirectLoop(chain: [String], route: String?)
  /// An interceptor has not decided for five seconds, and isn't one that asks a person.
  case undecided(by: String, route: String)

  /// The warning, for the app's own code: paths and queries may carry secrets.
  package var description: String {
    switch self {
    case .refused(let path, let route): "\(RouteError.refused(path: path, route: route))"
    case .redirectLoop(let chain, _): "\(RouteError.redirectLoop(chain: chain))"
    case .undecided(let interceptor, let route):
      "\(interceptor) has not decided about \(route) for five seconds. If it asks a person,"
        + " declare it with asksPerson: true."
    }
  }
}
