// SPDX-License-Identifier: Apache-2.0

public import GantryText

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
    try add(name, priority, paths, .now(body))
  }

  /// Adds an interceptor that takes time; calls of routes under its paths need `await`.
  ///
  /// - Parameters:
  ///   - name: The interceptor's name in errors.
  ///   - priority: Its priority; the highest is asked first.
  ///   - paths: The patterns of the paths that it is asked about; none, or `*all` alone, means all
  ///     paths.
  ///   - body: The decision about a call; cancelling the caller cancels the task that this runs in.
  /// - Returns: The token that removes it.
  /// - Throws: `RouteError.malformedPattern` for one of the patterns.
  @discardableResult
  public func intercept(
    _ name: String, priority: Priority = 0, paths: [String] = [],
    _ body: @escaping @concurrent @Sendable (RouteRequest) async -> RouteDecision
  ) throws(RouteError) -> InterceptorToken {
    try add(name, priority, paths, .later(body))
  }

  /// Removes an interceptor; calls that it is deciding about go on.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  public func remove(_ token: InterceptorToken) -> Bool {
    // Released after the lock, because releasing it may call the router.
    let removed = state.withLock { state in
      state.interceptors.firstIndex { $0.number == token.number }
        .map { state.interceptors.remove(at: $0) }
    }
    defer { extendLifetime(removed) }
    return removed != nil
  }

  private func add(
    _ name: String, _ priority: Priority, _ paths: [String], _ body: RouteInterceptor.Body
  ) throws(RouteError) -> InterceptorToken {
    var routes: [RouteTrie<Bool>.Route] = []
    for path in paths { routes.append(.init(try PathPattern(path), true, declaredAt: path)) }
    // `*all` alone means every path, including the root.
    if routes.contains(where: { $0.pattern.segments.count == 1 && $0.pattern.endsInRest }) {
      routes = []
    }
    let trie = routes.isEmpty ? nil : RouteTrie(routes)
    let patterns = routes.map(\.pattern)
    return state.withLock { state in
      let interceptor = RouteInterceptor(
        name: name, priority: priority, number: state.nextNumber(), patterns: patterns, paths: trie,
        body: body)
      state.interceptors.insert(interceptor, at: state.position(of: priority))
      return InterceptorToken(number: interceptor.number)
    }
  }

  /// Asks the interceptors until all allow a call, which they may redirect.
  func admit(_ intercepted: inout InterceptedCall) async throws(RouteError) {
    while let (interceptor, request) = try next(&intercepted) {
      let decision = try await nested(interceptor.name) {
        switch interceptor.body {
        case .now(let body): body(request)
        case .later(let body): await body(request)
        }
      }
      guard !Task.isCancelled else { throw .cancelled(route: intercepted.call.name) }
      try follow(decision, of: interceptor, &intercepted)
    }
  }

  /// Asks the interceptors without waiting for any.
  ///
  /// - Throws: `RouteError.needsAwait` for one that takes time.
  func admitNow(_ intercepted: inout InterceptedCall) throws(RouteError) {
    while let (interceptor, request) = try next(&intercepted) {
      guard case .now(let body) = interceptor.body else {
        throw .needsAwait(route: intercepted.call.name, because: Self.takesTime(interceptor))
      }
      let decision = try nested(interceptor.name) { body(request) }
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
    case .redirect(let text):
      let url = try RouteURL(parsing: text, schemes: schemes, limits: limits)
      try intercepted.leave(for: url, most: RouteError.mostHops, report: report)
      do {
        intercepted.call = try resolve(url, from: intercepted.call.origin)
      } catch {
        note(error)
        intercepted.missed = url
        throw error
      }
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
      if interceptor.isAbout(request.path) { return (interceptor, request) }
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

  /// The warning, for the app's own code: paths and queries may carry secrets.
  package var description: String {
    switch self {
    case .refused(let path, let route): "\(RouteError.refused(path: path, route: route))"
    case .redirectLoop(let chain, _): "\(RouteError.redirectLoop(chain: chain))"
    }
  }
}

/// One interceptor and its position in the order.
struct RouteInterceptor: Sendable {
  enum Body: Sendable {
    case now(@Sendable (RouteRequest) -> RouteDecision)
    case later(@concurrent @Sendable (RouteRequest) async -> RouteDecision)
  }

  let name: String
  let priority: Priority
  let number: Int
  /// The patterns of the paths that it is asked about; empty for all paths.
  let patterns: [PathPattern]
  /// The same patterns, ready for matching; nil for all paths.
  let paths: RouteTrie<Bool>?
  let body: Body

  var takesTime: Bool {
    if case .later = body { true } else { false }
  }

  /// Whether it may be asked about some path of a route; cheaper than printing the path.
  func mayBeAbout(_ pattern: PathPattern) -> Bool {
    patterns.isEmpty || patterns.contains { $0.meets(pattern) }
  }

  func isAbout(_ path: RoutePath) -> Bool { paths.map { $0.match(path) != nil } ?? true }
}

/// A token that identifies an interceptor, to remove it.
public struct InterceptorToken: Hashable, Sendable {
  let number: Int
}

/// An interceptor's decision about a call.
@nonexhaustive
public enum RouteDecision: Hashable, Sendable {
  /// The call continues, to the next interceptor or the handler.
  case allow
  /// The call fails with `RouteError.vetoed`.
  case veto(String)
  /// The call goes to another URL or path instead, and all interceptors are asked again.
  case redirect(to: String)
}
