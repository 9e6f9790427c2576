// SPDX-License-Identifier: Apache-2.0

/// A request that came from outside, read and resolved once, so that the owner that is waited for is
/// the one that answers.
package struct OpenedRequest: Sendable {
  /// The address, or the reason why there is none.
  let address: Result<RouteAddress, RouteError>
  /// The call of the external route that answers it; nil when none does.
  let call: RouteCall?

  /// The owner of the route; nil when none answers.
  package var owner: ModuleName? { call?.owner }
}

extension Router {
  /// Finds the external route that answers a request, without calling or reporting anything.
  ///
  /// - Parameter request: A URL that came from outside.
  package func resolve(_ request: RouteRequest) -> OpenedRequest {
    do throws(RouteError) {
      let address = try read(request, from: .external)
      let call = try? resolve(address, explains: false)
      return OpenedRequest(
        address: .success(address), call: call.flatMap { isAnswered($0) ? $0 : nil })
    } catch {
      return OpenedRequest(address: .failure(error), call: nil)
    }
  }

  /// The route that would answer a request, and the texts that it would read from it, whatever its
  /// parameters; nothing is called or reported.
  ///
  /// - Parameters:
  ///   - request: A path, or a URL of a declared scheme or host.
  ///   - origin: Where it comes from.
  /// - Throws: The reason why none would.
  package func route(
    of request: RouteRequest, from origin: RouteOrigin
  ) throws(RouteError) -> (declaration: RouteDeclaration, read: [(label: String, text: String)]) {
    let call = try resolve(read(request, from: origin))
    return (call.entry.declaration, call.arguments.items.map { ($0.label, $0.text) })
  }

  /// Waits until a URL from outside may go on, and has its turn.
  ///
  /// - Parameters:
  ///   - request: The URL.
  ///   - passage: The way of the URL, which goes on from here.
  /// - Throws: `RouteError`: the reason why it may not. A URL that isn't one may go on.
  package func admit(
    _ request: RouteRequest, _ passage: inout RoutePassage
  ) async throws(RouteError) {
    if let address = try? read(request, from: .external) { try await admit(address, passage) }
    passage.isAdmitted = true
  }

  /// Calls the route of a URL. A URL that no route answered is resolved again, because the redirect
  /// map may have changed.
  ///
  /// - Throws: As ``open(_:as:)``.
  package func open(
    _ opened: OpenedRequest, _ passage: RoutePassage = RoutePassage()
  ) async throws(RouteError) -> RouteAnswer {
    var (call, passage) = (opened.call, passage)
    if !passage.isAdmitted, case .success(let address) = opened.address {
      passage.arrival = passage.arrival ?? arrive()
      // The launch may have replaced the redirect map.
      if try await admit(address, passage) { call = nil }
      passage.isAdmitted = true
    }
    defer { passage.pass() }
    if let call { return try await perform(call, as: RouteAnswer.self, passage) }
    return try await perform(opened.address.get(), as: RouteAnswer.self, passage)
  }

  /// The same without `await`, on the main actor.
  ///
  /// - Throws: As ``openNow(_:as:)``; `.needsAwait` before any interceptor is asked, so that none is
  ///   asked twice if the URL is then opened with `await`.
  @MainActor
  package func openNow(_ opened: OpenedRequest) throws(RouteError) -> RouteAnswer {
    let address = try opened.address.get()
    try admitNow(address)
    guard let call = opened.call else { return try performNow(address, as: RouteAnswer.self) }
    if let reason = delay(of: call) { throw .needsAwait(route: call.name, because: reason) }
    return try performNow(call, as: RouteAnswer.self)
  }
}
