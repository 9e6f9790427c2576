// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The input of a handler for one call.
public struct RouteCall: Sendable {
  /// The texts that were given; empty when a typed route is called.
  public let arguments: RouteArguments
  /// The origin of the call.
  public let origin: RouteOrigin
  /// The typed route that was called; nil for calls by path and name.
  let route: (any TypedRoute)?
  /// The route's position in the table.
  let index: Int
  let entry: RouteTable.Entry
  let url: RouteURL?
  let limits: RouteLimits

  init(
    arguments: RouteArguments, origin: RouteOrigin, route: (any TypedRoute)?, entry: Int,
    table: RouteTable, url: RouteURL?, limits: RouteLimits
  ) {
    self.arguments = arguments
    self.origin = origin
    self.route = route
    self.index = entry
    self.entry = table.entries[entry]
    self.url = url
    self.limits = limits
  }

  var name: String { entry.declaration.name }
  var owner: ModuleName { entry.declaration.owner }

  /// The call as a request; a call that was not made by URL gets one printed.
  ///
  /// - Throws: The error of ``TypedRoute/url(limits:)``.
  public func request() throws(RouteError) -> RouteRequest {
    let arguments = route?.routeArguments ?? arguments
    return RouteRequest(
      url: try url(printing: arguments), origin: origin, name: name, arguments: arguments)
  }

  private func url(printing arguments: RouteArguments) throws(RouteError) -> RouteURL {
    if let url { return url }
    return try arguments.url(entry.pattern, entry.declaration.parameters, limits: limits)
  }

  /// The route as a value: the one that was called, or one read from the arguments.
  ///
  /// - Throws: The error of ``TypedRoute/init(routeArguments:)``.
  public func route<R: TypedRoute>(_ type: R.Type) throws(RouteError) -> R {
    if let route = route as? R { return route }
    return try R(routeArguments: arguments)
  }
}

/// One call on its way through the interceptors.
struct InterceptedCall {
  var call: RouteCall
  var passage: RoutePassage
  /// The interceptors to ask, as they were when the call came or was last redirected.
  var interceptors: [RouteInterceptor]?
  var asked = 0
  var request: RouteRequest?
  /// The URL without a route that it was sent to.
  var missed: RouteURL?
  private var chain: [RouteURL] = []

  init(call: RouteCall, _ passage: RoutePassage = RoutePassage()) {
    self.call = call
    self.passage = passage
  }

  /// The call as the interceptors see it, made only once.
  ///
  /// - Throws: The error of ``TypedRoute/url(limits:)``.
  mutating func askedFor() throws(RouteError) -> RouteRequest {
    if let request { return request }
    let made = try call.request()
    request = made
    return made
  }

  /// Starts over with another URL.
  ///
  /// - Throws: `RouteError.redirectLoop` when the call has already been there, or was redirected
  ///   too often.
  mutating func leave(
    for url: RouteURL, most: Int, report: (RouteWarning) -> Void
  ) throws(RouteError) {
    let plain = RouteURL(path: url.path, query: url.query)
    if let request { chain.append(RouteURL(path: request.path, query: request.query)) }
    guard !chain.contains(plain), chain.count <= most else {
      let texts = (chain + [plain]).map { Wording.excerpt($0.text()) }
      report(.redirectLoop(chain: texts, route: call.name))
      throw .redirectLoop(chain: texts)
    }
    asked = 0
    interceptors = nil
    request = nil
  }
}

/// How to treat a call whose owner has not attached its handlers yet.
package enum RouteWait: Sendable {
  /// The call waits; the closure is called when the wait ends.
  case allowed(end: @Sendable () -> Void)
  /// The call would wait forever; the reason follows the owner's name in the error.
  case endless(because: String)
}

/// The depth of a call inside the handlers of other routes.
///
/// Only calls in the same task count. A task that a handler starts inherits the value, but may
/// outlive the handler, and its calls are not nested.
struct CallDepth: Sendable {
  @TaskLocal fileprivate static var current = CallDepth(depth: 0, task: nil)

  private let depth: Int
  private let task: Int?

  /// The depth of a call that begins here.
  ///
  /// - Throws: `RouteError.nestedTooDeep` past the limit.
  static func next(limit: Int) throws(RouteError) -> CallDepth {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    let outer = current.task == task ? current.depth : 0
    guard outer < limit else { throw .nestedTooDeep(chain: [], limit: limit) }
    return CallDepth(depth: outer + 1, task: task)
  }

  /// Runs a body at this depth in another task, which the call waits for.
  func deepening<T>(_ body: () async -> T) async -> T {
    let own = CallDepth(depth: depth, task: withUnsafeCurrentTask { $0?.hashValue })
    return await Self.$current.withValue(own, operation: body)
  }
}

extension Router {
  /// Runs a handler or an interceptor as one level of nested calls.
  ///
  /// - Throws: `RouteError.nestedTooDeep` past the limit, and the body's error as one of the
  ///   router.
  func nested<T>(_ name: String, _ body: () throws -> T) throws(RouteError) -> T {
    do {
      return try CallDepth.$current.withValue(.next(limit: limits.callDepth), operation: body)
    } catch {
      throw Self.wrap(error, name)
    }
  }

  /// The same for a body that suspends.
  func nested<T>(_ name: String, _ body: () async throws -> T) async throws(RouteError) -> T {
    do {
      return try await CallDepth.$current.withValue(
        .next(limit: limits.callDepth), operation: body)
    } catch {
      throw Self.wrap(error, name)
    }
  }
}
