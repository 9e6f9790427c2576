// SPDX-License-Identifier: Apache-2.0

public import GantryText
import Synchronization

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

  /// Removes an interceptor; calls that it suspended stay suspended.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  public func remove(_ token: InterceptorToken) -> Bool {
    // Released after the lock, because releasing it may call the router.
    let removed = state.withLock { state in
      state.interceptors.firstIndex { $0.number == token.number }
        .map { state.interceptors.remove(at: $0) }
    }
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
      state.interceptors.insert(interceptor, at: state.place(of: priority))
      return InterceptorToken(number: interceptor.number)
    }
  }

  /// Asks the interceptors until all allow a call.
  ///
  /// - Returns: The call, or the call that it was redirected to.
  func admit(_ passage: inout Passage) async throws(RouteError) -> RouteCall {
    while let (interceptor, request) = try next(&passage) {
      let decision = try await nested(interceptor.name) {
        switch interceptor.body {
        case .now(let body): body(request)
        case .later(let body): await body(request)
        }
      }
      try await follow(decision, of: interceptor, &passage)
    }
    return passage.call
  }

  private func follow(
    _ decision: RouteDecision, of interceptor: RouteInterceptor, _ passage: inout Passage
  ) async throws(RouteError) {
    guard !Task.isCancelled else { throw .cancelled(route: passage.call.name) }
    switch decision {
    case .suspend(let start):
      guard let decision = await promise(start, of: interceptor).valueUnlessCancelled() else {
        throw .cancelled(route: passage.call.name)
      }
      try await follow(decision, of: interceptor, &passage)
    default: try followNow(decision, of: interceptor, &passage)
    }
  }

  /// Hands out the resumption and keeps only its promise, so that the resumption can be released.
  private func promise(
    _ start: (RouteResumption) -> Void, of interceptor: RouteInterceptor
  ) -> Promise<RouteDecision> {
    let resumption = RouteResumption(interceptor.name, report)
    start(resumption)
    return resumption.promise
  }

  /// Asks the interceptors without waiting for any.
  ///
  /// - Throws: `RouteError.needsAwait` for one that takes time or suspends.
  func admitNow(_ call: RouteCall) throws(RouteError) -> RouteCall {
    var passage = Passage(call: call)
    while let (interceptor, request) = try next(&passage) {
      guard case .now(let body) = interceptor.body else {
        throw .needsAwait(
          route: passage.call.name, because: "the interceptor \(interceptor.name) is asynchronous")
      }
      let decision = try nested(interceptor.name) { body(request) }
      try followNow(decision, of: interceptor, &passage)
    }
    return passage.call
  }

  private func followNow(
    _ decision: RouteDecision, of interceptor: RouteInterceptor, _ passage: inout Passage
  ) throws(RouteError) {
    let name = passage.call.name
    switch decision {
    case .allow: break
    case .veto(let reason): throw .vetoed(reason: reason, by: interceptor.name, route: name)
    case .suspend:
      throw .needsAwait(route: name, because: "the interceptor \(interceptor.name) suspends it")
    case .redirect(let text):
      let url = try RouteURL(parsing: text, schemes: schemes, limits: limits)
      try passage.leave(for: url, most: RouteError.mostHops, report: report)
      do {
        passage.call = try resolve(url, from: passage.call.origin)
      } catch {
        note(error)
        passage.missed = url
        throw error
      }
    }
  }

  /// The next interceptor to ask about the call; nil when all have been asked.
  private func next(
    _ passage: inout Passage
  ) throws(RouteError) -> (RouteInterceptor, RouteRequest)? {
    let interceptors = passage.interceptors ?? state.withLock { $0.interceptors }
    passage.interceptors = interceptors
    while passage.asked < interceptors.count {
      let interceptor = interceptors[passage.asked]
      passage.asked += 1
      // A route that can never have such a path need not be printed.
      guard interceptor.mayBeAbout(passage.call.entry.pattern) else { continue }
      let request = try passage.askedFor()
      if interceptor.isAbout(request.path) { return (interceptor, request) }
    }
    return nil
  }
}

extension Router {
  /// Watches all calls that reach a route; calls cost nothing extra without a watcher.
  ///
  /// - Parameter begin: Called at the beginning of each call with its origin; returns the marker
  ///   that receives its steps.
  /// - Returns: The number with which to stop watching.
  package func watch(_ begin: @escaping @Sendable (RouteOrigin) -> RouteMarker) -> Int {
    state.withLock { state in
      let number = state.nextNumber()
      state.watchers[number] = begin
      return number
    }
  }

  /// Stops watching; calls in progress are still reported to their end.
  package func unwatch(_ number: Int) {
    // Released after the lock, because releasing it may call the router.
    let removed = state.withLock { $0.watchers.removeValue(forKey: number) }
    _ = removed
  }

  /// The marker for a call that begins; nil without a watcher.
  func marker(of call: RouteCall) -> RouteMarker? {
    let watchers = state.withLock { Array($0.watchers.values) }
    guard !watchers.isEmpty else { return nil }
    let markers = watchers.map { $0(call.origin) }
    return { step in for marker in markers { marker(step) } }
  }
}

/// An event in a call that the app should know about, not only the caller.
@nonexhaustive
public enum RouteWarning: Hashable, Sendable, CustomStringConvertible {
  /// A URL from outside led to an internal route.
  case refused(path: String, route: String)
  /// An interceptor answered a suspended call more than once.
  case resumedTwice(interceptor: String)
  /// Interceptors redirected a call in a circle; the route is the last one in it.
  case redirectLoop(chain: [String], route: String)

  /// The warning, for the app's own code: paths and queries may carry secrets.
  public var description: String {
    switch self {
    case .refused(let path, let route): "\(RouteError.refused(path: path, route: route))"
    case .resumedTwice(let interceptor):
      "\(interceptor) resumed a call more than once; the first answer counted."
    case .redirectLoop(let chain, _): "\(RouteError.redirectLoop(chain: chain))"
    }
  }
}

/// One interceptor and its place in the order.
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
public enum RouteDecision: Sendable {
  /// The call continues, to the next interceptor or the handler.
  case allow
  /// The call fails with `RouteError.vetoed`.
  case veto(String)
  /// The call goes to another URL or path instead, and all interceptors are asked again.
  case redirect(to: String)
  /// The call waits until the resumption gets an answer; the closure is called at once.
  case suspend(@Sendable (RouteResumption) -> Void)
}

/// The handle that resumes a call which an interceptor suspended; the first answer counts.
///
/// If it is released without an answer, the call is vetoed. If the caller is cancelled, the call
/// ends at once, and an answer comes too late.
public final class RouteResumption: Sendable {
  /// The part that the waiting side keeps, because it must be possible to release the object
  /// itself.
  let promise = Promise<RouteDecision>()
  private let interceptor: String
  private let report: @Sendable (RouteWarning) -> Void

  init(_ interceptor: String, _ report: @escaping @Sendable (RouteWarning) -> Void) {
    self.interceptor = interceptor
    self.report = report
  }

  /// Resumes the call; only the first answer counts, and others are reported.
  public func resume(_ decision: RouteDecision) {
    if !promise.resolve(decision) { report(.resumedTwice(interceptor: interceptor)) }
  }

  deinit { promise.resolve(.veto("its resumption was dropped without an answer")) }
}
