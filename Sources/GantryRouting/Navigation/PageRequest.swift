// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A page to show: the route that makes it, how it gets on screen, and where.
///
/// A ``RouteRequest`` names a route; a page request may also have a typed route, or one with objects.
/// A navigator of your own gets the page by ``Router/page(for:as:)``.
public struct PageRequest: Sendable {
  /// The route that makes a page.
  @nonexhaustive
  package enum Target: Sendable {
    /// A typed route, called from inside the app.
    case route(any TypedRoute)
    /// A route with objects, called from inside the app.
    case object(ObjectPage)
    /// A path or a name, called from inside the app. A request from outside that an interceptor or a
    /// handler got from the router stays one from outside.
    case request(RouteRequest)
    /// A URL that came from outside; only a route whose access is external answers.
    case url(URL)
  }

  /// The route that makes the page.
  package var target: Target
  /// How the page gets on screen; nil leaves it to the route.
  public var presentation: PagePresentation?
  /// The scene that shows the page; nil stands for the active one.
  public var scene: SceneID?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - target: The route that makes the page.
  ///   - presentation: How the page gets on screen; nil leaves it to the route.
  ///   - scene: The scene that shows the page; nil stands for that of a `RouteRequest`, or else for
  ///     the active one.
  package init(
    _ target: Target, as presentation: PagePresentation? = nil, in scene: SceneID? = nil
  ) {
    self.target = target
    self.presentation = presentation
    self.scene = scene
    if scene == nil, case .request(let request) = target { self.scene = request.scene }
  }

  /// The path, name or URL as text; nil for a typed route that no URL can express.
  public var text: String? {
    switch target {
    case .route(let route): try? route.path()
    case .object(let page): page.text
    case .request(let request): request.given
    case .url(let url): url.absoluteString
    }
  }

  /// Whether the page is that of a URL from outside.
  package var isLink: Bool {
    switch target {
    case .route, .object: false
    case .request(let request): request.origin == .external
    case .url: true
    }
  }
}

extension RouteRequest {
  /// The text or name as the caller gave it, until the router has read it.
  fileprivate var given: String {
    switch target {
    case .text(let text): text
    case .named(let name, _): name
    case .read(let reading): reading.url.text()
    }
  }
}
