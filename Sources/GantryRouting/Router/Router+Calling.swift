// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GantrySupport

extension Router {
  /// Calls a typed route.
  ///
  /// - Parameter route: The route with its parameters.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError`: `.unhandled`, `.vetoed`, `.unavailable`, `.failed`, `.cancelled` and
  ///   others; with interceptors, also the errors of ``TypedRoute/url(limits:)``.
  public func call<R: TypedRoute>(_ route: R) async throws(RouteError) -> R.Output
  where R.Output: Sendable {
    let index = try index(of: R.self)
    guard let body = ready(R.self, at: index) else {
      return try await perform(prepare(route, at: index), as: R.Output.self)
    }
    let name = table.entries[index].name
    guard !Task.isCancelled else { throw .cancelled(route: name) }
    return try await nested(name) { try await body.run(route, at: index, of: self) }
  }

  /// Calls the route of a path or URL from inside the app.
  ///
  /// - Parameters:
  ///   - url: The path with its query, or a URL of a declared scheme or host.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError`: `.notFound`, `.wrongOutput`, `.wrongArgument` and others.
  public func call<T: Sendable>(
    _ url: String, as output: T.Type = T.self
  ) async throws(RouteError) -> T {
    try await call(RouteURL(parsing: url, schemes: schemes, limits: limits), .internal, as: output)
  }

  /// Calls the route of a URL that came from outside: only one whose access is external answers.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host, or a path.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError`: `.refused`, `.undeclaredScheme`, `.notFound` and others.
  public func open<T: Sendable>(
    _ url: String, as output: T.Type = T.self
  ) async throws(RouteError) -> T {
    try await call(RouteURL(parsing: url, schemes: schemes, limits: limits), .external, as: output)
  }

  /// Calls a route by its name from inside the app.
  ///
  /// - Parameters:
  ///   - name: The owner and the method: `orders/show`.
  ///   - arguments: Captures and query items by label.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError`: `.unknownName` with similar names, `.wrongLabels`, `.wrongOutput`,
  ///   `.wrongArgument` and others.
  public func call<T: Sendable>(
    named name: String, _ arguments: RouteArguments = [:], as output: T.Type = T.self
  ) async throws(RouteError) -> T {
    try await perform(prepare(named: name, arguments), as: output)
  }

  /// Returns whether a route would answer a URL, without calling or reporting anything.
  ///
  /// - Parameters:
  ///   - url: A path, or a URL of a declared scheme or host.
  ///   - origin: The origin of the call; internal routes do not answer calls from outside.
  /// - Returns: False also when the owner is unavailable, or parameters are wrong or missing.
  public func canOpen(_ url: String, from origin: RouteOrigin = .external) -> Bool {
    guard let url = try? RouteURL(parsing: url, schemes: schemes, limits: limits),
      let call = try? resolve(url, from: origin, explains: false)
    else { return false }
    return isAnswered(call)
  }

  /// The route that would answer a URL, and the texts that it would read from it, whatever its
  /// parameters; nothing is called or reported.
  ///
  /// - Parameters:
  ///   - text: A path, or a URL of a declared scheme or host.
  ///   - origin: Where it comes from.
  /// - Throws: The reason why none would.
  package func route(
    of text: String, from origin: RouteOrigin
  ) throws(RouteError) -> (declaration: RouteDeclaration, read: [(label: String, text: String)]) {
    let url = try RouteURL(parsing: text, schemes: schemes, limits: limits)
    let call = try resolve(url, from: origin)
    return (call.entry.declaration, call.arguments.items.map { ($0.label, $0.text) })
  }

  /// Calls the route of a URL; one from outside first waits for the launch.
  private func call<T: Sendable>(
    _ url: RouteURL, _ origin: RouteOrigin, as output: T.Type, _ passage: RoutePassage? = nil
  ) async throws(RouteError) -> T {
    var passage = passage ?? RoutePassage()
    if origin == .external, !passage.isAdmitted {
      passage.arrival = passage.arrival ?? arrive()
      try await admit(url, passage)
    }
    defer { passage.pass() }
    let call: RouteCall
    do {
      call = try resolve(url, from: origin)
    } catch {
      note(error)
      guard let handler = notFoundHandler(for: error, url) else { throw error }
      return try await answer(url, origin, handler)
    }
    return try await perform(call, as: output, passage)
  }

  func notFoundHandler(for error: RouteError, _ url: RouteURL) -> NotFoundHandler? {
    switch error {
    case .notFound, .gone:
      state.withLock { state in
        url.scheme.flatMap { state.notFound[$0] } ?? state.notFound[nil]
      }
    default: nil
    }
  }

  func answer<T: Sendable>(
    _ url: RouteURL, _ origin: RouteOrigin, _ handler: NotFoundHandler
  ) async throws(RouteError) -> T {
    var arguments = RouteArguments(route: url.path.description)
    for item in url.query { arguments.add(item.name, text: item.value ?? "") }
    let request = RouteRequest(url: url, origin: origin, name: nil, arguments: arguments)
    let name = "the not-found handler"
    let value = try await nested(name) { try await handler(request) }
    if let value = value as? T { return value }
    if let nothing = () as? T { return nothing }
    throw .wrongOutput(route: name, expected: "\(T.self)", actual: "\(type(of: value))")
  }
}

extension Router {
  /// Calls the route of a URL that came from outside: only one whose access is external answers.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host.
  ///   - output: The type that the caller expects; `Void` accepts and discards any result.
  /// - Returns: The handler's result.
  /// - Throws: As for the URL's text.
  public func open<T: Sendable>(
    _ url: URL, as output: T.Type = T.self
  ) async throws(RouteError) -> T {
    try await call(
      RouteURL(parsing: url.absoluteString, schemes: schemes, limits: limits), .external, as: output
    )
  }

  /// Calls the route of a URL that came from outside without `await`, on the main actor.
  ///
  /// ```swift
  /// @On func open(_ event: OpenURL) -> Bool {
  ///   guard let page = try? router.openSyncOnMain(event.url, as: UIViewController.self) else { return false }
  ///   window.show(page)
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host.
  ///   - output: The type that the caller expects, which need not be `Sendable`.
  /// - Returns: The handler's result.
  /// - Throws: As for the URL's text.
  @MainActor
  public func openSyncOnMain<T>(_ url: URL, as output: T.Type = T.self) throws(RouteError) -> T {
    try openSyncOnMain(url.absoluteString, as: output)
  }

  /// Returns whether a route would answer a URL, without calling or reporting anything.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host.
  ///   - origin: The origin of the call; internal routes do not answer calls from outside.
  /// - Returns: As for the URL's text.
  public func canOpen(_ url: URL, from origin: RouteOrigin = .external) -> Bool {
    canOpen(url.absoluteString, from: origin)
  }
}

/// A URL that came from outside, parsed and resolved once, so that the owner that is waited for is
/// the one that answers.
package struct ResolvedURL: Sendable {
  /// The URL, or the reason why it isn't one.
  let url: Result<RouteURL, RouteError>
  /// The call of the external route that answers the URL; nil when none does.
  let call: RouteCall?

  /// The owner of the route; nil when none answers.
  package var owner: ModuleName? { call?.owner }
}

extension Router {
  /// Finds the external route that answers a URL, without calling or reporting anything.
  ///
  /// - Parameter url: A URL that came from outside.
  package func resolve(_ url: URL) -> ResolvedURL {
    do throws(RouteError) {
      let url = try RouteURL(parsing: url.absoluteString, schemes: schemes, limits: limits)
      let call = try? resolve(url, from: .external, explains: false)
      return ResolvedURL(url: .success(url), call: call.flatMap { isAnswered($0) ? $0 : nil })
    } catch {
      return ResolvedURL(url: .failure(error), call: nil)
    }
  }

  /// Waits until a URL from outside may go on, and has its turn.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - passage: The way of the URL, which goes on from here.
  /// - Throws: `RouteError`: the reason why it may not. A URL that isn't one may go on.
  package func admit(_ url: URL, _ passage: inout RoutePassage) async throws(RouteError) {
    if let url = try? RouteURL(parsing: url.absoluteString, schemes: schemes, limits: limits) {
      try await admit(url, passage)
    }
    passage.isAdmitted = true
  }

  /// Calls the route of a URL, and drops its result. A URL that no route answered is resolved again,
  /// because the redirect map may have changed.
  ///
  /// - Throws: As ``open(_:as:)``.
  package func open(
    _ resolved: ResolvedURL, _ passage: RoutePassage = RoutePassage()
  ) async throws(RouteError) {
    var (call, passage) = (resolved.call, passage)
    if !passage.isAdmitted, case .success(let url) = resolved.url {
      passage.arrival = passage.arrival ?? arrive()
      // The launch may have replaced the redirect map.
      if try await admit(url, passage) { call = nil }
      passage.isAdmitted = true
    }
    defer { passage.pass() }
    if let call { return try await perform(call, as: Void.self, passage) }
    try await self.call(resolved.url.get(), .external, as: Void.self, passage)
  }

  /// The same without `await`, on the main actor.
  ///
  /// - Throws: As ``openSyncOnMain(_:as:)``; `.needsAwait` before any interceptor is asked, so that
  ///   none is asked twice if the URL is then opened with `await`.
  @MainActor
  package func openSyncOnMain(_ resolved: ResolvedURL) throws(RouteError) {
    let url = try resolved.url.get()
    try admitNow(url)
    guard let call = resolved.call else { return try openSyncOnMain(url, as: Void.self) }
    if let reason = delay(of: call) { throw .needsAwait(route: call.name, because: reason) }
    try performNow(call, as: Void.self)
  }
}
