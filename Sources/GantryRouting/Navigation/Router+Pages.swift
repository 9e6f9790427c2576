// SPDX-License-Identifier: Apache-2.0

extension Router {
  /// Calls the route of a page.
  ///
  /// - Parameter page: The route.
  /// - Throws: `RouteError`, as ``call(_:in:)``, ``call(_:as:)`` and ``open(_:as:)``.
  package func answer(_ page: PageRequest) async throws(RouteError) -> RouteAnswer {
    switch page.target {
    case .route(let route): return try await answer(route, in: page.scene)
    case .object(let object): return try await object.answer(by: self, in: page.scene)
    case .request(var request):
      request.scene = page.scene
      return try await call(request, as: RouteAnswer.self)
    case .url(let url):
      return try await open(RouteRequest(url, in: page.scene), as: RouteAnswer.self)
    }
  }

  private func answer<R: TypedRoute>(
    _ route: R, in scene: SceneID?
  ) async throws(RouteError) -> RouteAnswer {
    try await perform(prepare(route, at: index(of: R.self), in: scene), as: RouteAnswer.self)
  }
}
