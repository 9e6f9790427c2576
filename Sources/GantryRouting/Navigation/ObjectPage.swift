// SPDX-License-Identifier: Apache-2.0

/// A page whose route has objects, in a ``PageRequest``.
@MainActor
package final class ObjectPage {
  /// The path without the objects; nil if no URL can express it.
  nonisolated let text: String?
  private let answer: @MainActor (Router, SceneID?) async throws(RouteError) -> RouteAnswer

  /// Creates a page.
  ///
  /// - Parameter route: The route with its objects.
  package init<RouteType: ObjectRoute>(_ route: RouteType) {
    text = try? route.routeArguments.path(of: RouteType.self)
    answer = { (router, scene) async throws(RouteError) in
      try await router.perform(router.prepare(route, in: scene), as: RouteAnswer.self)
    }
  }

  /// Calls the route.
  func answer(by router: Router, in scene: SceneID?) async throws(RouteError) -> RouteAnswer {
    try await answer(router, scene)
  }
}

extension Navigator {
  /// Shows the page of a route with objects, and returns when it is on screen.
  ///
  /// - Parameters:
  ///   - route: The route with its parameters and objects.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  ///   - scene: The scene that shows the page; nil stands for the active one.
  /// - Throws: ``NavigationError``.
  public func show(
    _ route: some ObjectRoute, as presentation: PagePresentation? = nil, in scene: SceneID? = nil
  ) async throws(NavigationError) {
    try await show(PageRequest(.object(ObjectPage(route)), as: presentation, in: scene))
  }

  /// Begins to show the page of a route with objects; an error goes to the app's hook.
  ///
  /// - Parameters:
  ///   - route: The route with its parameters and objects.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  ///   - scene: The scene that shows the page; nil stands for the active one.
  public func beginShowing(
    _ route: some ObjectRoute, as presentation: PagePresentation? = nil, in scene: SceneID? = nil
  ) { beginShowing(PageRequest(.object(ObjectPage(route)), as: presentation, in: scene)) }
}
