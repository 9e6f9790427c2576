// SPDX-License-Identifier: Apache-2.0

extension Router {
  /// Calls the route of a page, for a navigator of your own.
  ///
  /// - Parameters:
  ///   - request: What ``Navigator/show(_:)`` was asked for.
  ///   - output: The type that the navigator can show, such as `UIViewController`.
  /// - Returns: The page, and how it gets on screen: as the request says, or else its route.
  /// - Throws: ``RouteError``, as ``call(_:as:)`` and ``open(_:as:)``; `.wrongOutput` if the page has
  ///   another type.
  @MainActor
  public func page<Output>(
    for request: PageRequest, as output: Output.Type = Output.self
  ) async throws(RouteError) -> (page: Output, presentation: PagePresentation) {
    let answer = try await answer(request)
    guard let page = answer.output as? Output else {
      throw .wrongOutput(
        route: answer.route, expected: "\(Output.self)", actual: "\(type(of: answer.output))")
    }
    return (page, request.presentation ?? answer.presentation)
  }

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
