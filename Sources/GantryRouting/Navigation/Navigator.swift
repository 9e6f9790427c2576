// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Shows the pages of routes.
///
/// A module injects it, and needs no framework of the system:
///
/// ```swift
/// @Inject let navigator: any Navigator
///
/// func finish() async throws { try await navigator.show(OrderPage(id: 7)) }
/// ```
///
/// A call returns when the page is on screen. Code that can't wait, such as the handler of a button,
/// calls `beginShowing` or `beginOpening`, whose errors go to the app's hook.
@MainActor
public protocol Navigator: Sendable {
  /// Shows a page, and returns when it is on screen.
  ///
  /// - Parameter page: The route that makes the page, how it gets on screen, and where.
  /// - Throws: ``NavigationError``: the reason why the page is not on screen.
  func show(_ page: PageRequest) async throws(NavigationError)

  /// Begins to show a page; an error goes to the app's hook.
  ///
  /// - Parameter page: The route that makes the page, how it gets on screen, and where.
  func beginShowing(_ page: PageRequest)
}

extension Navigator {
  /// Shows the page of a typed route, and returns when it is on screen.
  ///
  /// - Parameters:
  ///   - route: The route with its parameters.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  ///   - scene: The scene that shows the page; nil stands for the active one.
  /// - Throws: ``NavigationError``.
  public func show(
    _ route: some TypedRoute, as presentation: PagePresentation? = nil, in scene: SceneID? = nil
  ) async throws(NavigationError) {
    try await show(PageRequest(.route(route), as: presentation, in: scene))
  }

  /// Begins to show the page of a typed route; an error goes to the app's hook.
  ///
  /// - Parameters:
  ///   - route: The route with its parameters.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  ///   - scene: The scene that shows the page; nil stands for the active one.
  public func beginShowing(
    _ route: some TypedRoute, as presentation: PagePresentation? = nil, in scene: SceneID? = nil
  ) { beginShowing(PageRequest(.route(route), as: presentation, in: scene)) }

  /// Shows the page of a request from inside the app, and returns when it is on screen.
  ///
  /// A request from outside that an interceptor or a handler got from the router stays one from
  /// outside, so a sign-in page goes on with `navigator.show(original)`.
  ///
  /// - Parameters:
  ///   - request: A path with its query, or the name of a route with arguments. The page is shown in
  ///     its scene; nil stands for the active one.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  /// - Throws: ``NavigationError``.
  public func show(
    _ request: RouteRequest, as presentation: PagePresentation? = nil
  ) async throws(NavigationError) {
    try await show(PageRequest(.request(request), as: presentation))
  }

  /// Begins to show the page of a request from inside the app; an error goes to the app's hook.
  ///
  /// - Parameters:
  ///   - request: A path with its query, or the name of a route with arguments. The page is shown in
  ///     its scene; nil stands for the active one.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  public func beginShowing(_ request: RouteRequest, as presentation: PagePresentation? = nil) {
    beginShowing(PageRequest(.request(request), as: presentation))
  }

  /// Shows the page of a URL that came from outside, and returns when it is on screen.
  ///
  /// Only a route whose access is external answers. A page that is already on top of the scene isn't
  /// shown again.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  ///   - scene: The scene that shows the page; nil stands for the active one.
  /// - Throws: ``NavigationError``.
  public func open(
    _ url: URL, as presentation: PagePresentation? = nil, in scene: SceneID? = nil
  ) async throws(NavigationError) {
    try await show(PageRequest(.url(url), as: presentation, in: scene))
  }

  /// Begins to show the page of a URL that came from outside; an error goes to the app's hook.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  ///   - scene: The scene that shows the page; nil stands for the active one.
  public func beginOpening(
    _ url: URL, as presentation: PagePresentation? = nil, in scene: SceneID? = nil
  ) { beginShowing(PageRequest(.url(url), as: presentation, in: scene)) }
}
