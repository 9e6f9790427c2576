// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Router {
  /// Calls the route of a URL that came from outside: only one whose access is external answers.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host.
  ///   - output: The type that the caller expects; `Void` takes anything and drops it.
  /// - Returns: The handler's result.
  /// - Throws: As for the URL's text.
  public func open<T: Sendable>(
    _ url: URL, as output: T.Type = T.self
  ) async throws(RouteError) -> T {
    try await open(url.absoluteString, as: output)
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

  /// Whether a URL would be answered: it is read and matched, and nothing is called or reported.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host.
  ///   - origin: Where it comes from; internal routes do not answer from outside.
  /// - Returns: As for the URL's text.
  public func canOpen(_ url: URL, from origin: RouteOrigin = .external) -> Bool {
    canOpen(url.absoluteString, from: origin)
  }

  /// The owner of the external route that answers a URL; nil when none would.
  ///
  /// - Parameter url: A URL that came from outside.
  package func owner(of url: URL) -> ModuleName? {
    guard canOpen(url),
      let url = try? RouteURL(parsing: url.absoluteString, schemes: schemes, limits: limits)
    else { return nil }
    return try? resolve(url, from: .external).entry.declaration.owner
  }
}
