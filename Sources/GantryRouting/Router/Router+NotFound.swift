// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Router {
  /// Sets the answer when no route matches; an answer for a URL's scheme wins over the general one.
  ///
  /// The answer is for calls with `await`, by path or URL. Its result must have the type that the
  /// caller asked for.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the URL, `https` for claimed hosts; nil for all.
  ///   - handler: The answer; nil removes it.
  public func notFound(
    scheme: String? = nil,
    _ handler: (@concurrent @Sendable (RouteRequest) async throws -> any Sendable)?
  ) {
    let scheme = scheme?.lowercased()
    let former = state.withLock { state in
      exchange(&state.notFound[scheme], with: handler)
    }
    extendLifetime(former)
  }

  /// The answer to an error; nil for an error that has none.
  func notFoundHandler(for error: RouteError, _ address: RouteAddress) -> NotFoundHandler? {
    switch error {
    case .notFound, .gone:
      state.withLock { state in
        address.url?.scheme.flatMap { state.notFound[$0] } ?? state.notFound[nil]
      }
    default: nil
    }
  }

  /// Answers a URL without a route.
  func answer<T: Sendable>(
    _ address: RouteAddress, _ handler: NotFoundHandler
  ) async throws(RouteError) -> T {
    let url = address.url ?? RouteURL(path: .root)
    var arguments = RouteArguments(route: url.path.description)
    for item in url.query { arguments.add(item.name, text: item.value ?? "") }
    let reading = RouteRequest.Reading(
      url: url, name: nil, arguments: arguments, original: address.context.original)
    let request = RouteRequest(
      .read(reading), from: address.context.origin, in: address.context.scene)
    let name = "the not-found handler"
    let value = try await nested(name) { try await handler(request) }
    if T.self == RouteAnswer.self, let answer = RouteAnswer(value, of: name, url) as? T {
      return answer
    }
    if let value = value as? T { return value }
    if let nothing = () as? T { return nothing }
    throw .wrongOutput(route: name, expected: "\(T.self)", actual: "\(type(of: value))")
  }
}
