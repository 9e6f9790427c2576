// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Router {
  /// The position of a typed route in the table.
  func index<R: PatternRoute>(of route: R.Type) throws(RouteError) -> Int {
    guard let index = table.index(of: R.self) else {
      throw .unhandled(type: "\(R.self)", pattern: R.routePattern)
    }
    return index
  }

  /// The call of a typed route.
  func prepare<R: TypedRoute>(_ route: R, at index: Int, in scene: SceneID?) -> RouteCall {
    RouteCall(
      arguments: RouteArguments(), route: route, entry: index, table: table, url: nil,
      context: RouteContext(scene: scene), limits: limits)
  }

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - origin: The origin of the call; nil for that of the request.
  /// - Throws: `RouteError.malformedURL`, `.undeclaredScheme`, `.undeclaredHost`.
  func read(
    _ request: RouteRequest, from origin: RouteOrigin? = nil
  ) throws(RouteError) -> RouteAddress {
    let context = RouteContext(
      origin: origin ?? request.origin, scene: request.scene, original: request.original)
    switch request.target {
    case .text(let text):
      let url = try RouteURL(parsing: text, schemes: schemes, limits: limits)
      return RouteAddress(target: .url(url), context: context)
    case .named(let name, let arguments):
      return RouteAddress(target: .named(name, arguments), context: context)
    case .read(let reading): return RouteAddress(target: .url(reading.url), context: context)
    }
  }

  /// The call for an address. An error that the app should know about is reported.
  ///
  /// - Throws: As ``resolve(_:explains:)``.
  func find(_ address: RouteAddress) throws(RouteError) -> RouteCall {
    do throws(RouteError) { return try resolve(address) } catch {
      note(error)
      throw error
    }
  }

  /// The call for an address; a URL is redirected by the map.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - explains: Whether the text of an error is going to be read.
  /// - Throws: For a URL, `RouteError.notFound`, `.gone`, `.refused`, and `.malformedURL` where the
  ///   map leads past the limits. For a name, `.unknownName`, `.wrongLabels`, `.refused`.
  func resolve(_ address: RouteAddress, explains: Bool = true) throws(RouteError) -> RouteCall {
    switch address.target {
    case .url(let url): try resolve(url, address.context, explains: explains)
    case .named(let name, let arguments): try resolve(name, arguments, address.context)
    }
  }

  private func resolve(
    _ name: String, _ given: RouteArguments, _ context: RouteContext
  ) throws(RouteError) -> RouteCall {
    let index = try table.index(named: name)
    let entry = table.entries[index]
    try admit(entry, context, at: name)
    let declaration = entry.declaration
    let labels = declaration.parameters.map(\.label)
    let expected = entry.captureNames.filter { !labels.contains($0) } + labels
    let isKnown = given.labels.allSatisfy { label in expected.contains(where: label.hasBytes) }
    let needed = entry.captureNames + declaration.parameters.filter(\.isRequired).map(\.label)
    let once = entry.captureNames.dropLast(entry.pattern.endsInRest ? 1 : 0)
    guard declaration.takesAnything || isKnown, needed.allSatisfy({ !given.texts($0).isEmpty }),
      once.allSatisfy({ given.texts($0).count == 1 })
    else {
      throw .wrongLabels(
        route: name, expected: expected, optional: expected.filter { !needed.contains($0) },
        given: given.items.map { Wording.excerpt($0.label) })
    }
    var arguments = given
    arguments.route = name
    return RouteCall(
      arguments: arguments, route: nil, entry: index, table: table, url: nil, context: context,
      limits: limits)
  }

  private func resolve(
    _ url: RouteURL, _ context: RouteContext, explains: Bool
  ) throws(RouteError) -> RouteCall {
    var url = url
    let (redirects, hasHandler) = state.withLock { ($0.redirects, !$0.notFound.isEmpty) }
    switch try redirects.destination(of: url, limits: limits) {
    case nil: break
    case .gone: throw .gone(path: Wording.excerpt(url.path.description))
    case .moved(let moved): url = moved
    }
    guard let match = table.trie.match(url.path) else {
      // Finding names near an unknown path takes a search, whose length outside senders must not
      // control.
      let isSearched = explains && context.origin == .internal && !hasHandler
      throw .notFound(
        path: Wording.excerpt(url.path.description),
        near: isSearched ? table.near(url.path) : [])
    }
    let entry = table.entries[match.value]
    try admit(entry, context, at: url.path.description)
    let arguments = RouteArguments(
      route: entry.declaration.name, captures: match.captures, of: entry.pattern,
      query: url.query)
    return RouteCall(
      arguments: arguments, route: nil, entry: match.value, table: table, url: url,
      context: context, limits: limits)
  }

  /// Checks that a call may reach a route.
  private func admit(
    _ entry: RouteTable.Entry, _ context: RouteContext, at address: @autoclosure () -> String
  ) throws(RouteError) {
    guard context.reachesInternal || entry.declaration.access == .external else {
      throw .refused(path: Wording.excerpt(address()), route: entry.declaration.name)
    }
  }

  /// Returns whether a call that was resolved reaches a handler that can read its arguments, now or
  /// once its owner has launched.
  func isAnswered(_ call: RouteCall) -> Bool {
    let isOpen = state.withLock { state in
      let interceptors = state.interceptors.lazy.filter { interceptor in
        interceptor.declaration != nil && (call.url?.path).map(interceptor.isAbout) ?? false
      }
      let owners = [call.owner] + interceptors.compactMap { $0.declaration?.owner }
      return !owners.contains { if case .detached = state.owners[$0] { true } else { false } }
    }
    guard isOpen, call.entry.declaration.requiredObjects.isEmpty else { return false }
    return call.entry.declaration.parameters.allSatisfy { parameter in
      let texts = call.arguments.texts(parameter.label)
      let isCounted = parameter.arity == .many || texts.count <= 1
      return isCounted && (!parameter.isRequired || !texts.isEmpty)
        && texts.allSatisfy(parameter.kind.accepts)
    }
  }

  /// Reports an error that the app should know about, not only the caller.
  func note(_ error: RouteError) {
    switch error {
    case .refused(let path, let route): report(.refused(path: path, route: route))
    case .redirectLoop(let chain): report(.redirectLoop(chain: chain, route: nil))
    default: break
    }
  }

  /// Checks, before anything runs, that a route returns the type that the caller expects. For a
  /// protocol, only the value can tell.
  func check<T>(_ call: RouteCall, returns output: T.Type) throws(RouteError) {
    let declared = call.entry.declaration.output
    guard RouteOutput.takes(declared, T.self) else {
      throw .wrongOutput(
        route: call.entry.declaration.name, expected: "\(T.self)", actual: "\(declared)")
    }
  }

  /// A handler's result as the type that the caller expects.
  static func value<T>(_ value: any Sendable, of call: RouteCall) throws(RouteError) -> T {
    if T.self == RouteAnswer.self, let answer = RouteAnswer(value, of: call) as? T { return answer }
    return try cast(value, of: call)
  }

  /// The same for a result that is made on the main actor, and need not be `Sendable`.
  @MainActor
  static func valueOnMain<T>(_ value: Any, of call: RouteCall) throws(RouteError) -> T {
    if T.self == RouteAnswer.self, let answer = RouteAnswer(onMain: value, of: call) as? T {
      return answer
    }
    return try cast(value, of: call)
  }

  private static func cast<T>(_ value: Any, of call: RouteCall) throws(RouteError) -> T {
    if let value = value as? T { return value }
    if let nothing = () as? T { return nothing }
    throw .wrongOutput(
      route: call.entry.declaration.name, expected: "\(T.self)", actual: "\(type(of: value))")
  }

  /// Wraps an error of a handler as one of the router; the router's own errors pass unchanged.
  static func wrap(_ error: any Error, _ route: String) -> RouteError {
    switch error {
    // Each call adds its name on the way out, so that nothing keeps the names on the way in.
    case RouteError.nestedTooDeep(let chain, let limit):
      .nestedTooDeep(chain: [route] + chain, limit: limit)
    case let error as RouteError: error
    // One of a task inside the handler isn't the caller's.
    case is CancellationError where Task.isCancelled: .cancelled(route: route)
    default: .failed(route: route, RouteError.Failure(error))
    }
  }
}
