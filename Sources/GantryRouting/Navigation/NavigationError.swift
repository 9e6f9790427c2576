// SPDX-License-Identifier: Apache-2.0

/// The reason why a page is not on screen.
@nonexhaustive
public enum NavigationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The route made no page: there is none, or an interceptor or the handler refused.
  case route(RouteError)
  /// A route was called whose output can't be shown, such as `Void`.
  case notAPage(route: String, output: String)
  /// The scene has no tab of this name; `known` are the names that it has.
  case noTab(String, known: [String])
  /// The scene has disconnected.
  case sceneGone(SceneID)
  /// The screen changed each time as the page was about to be shown.
  case interrupted(route: String)
  /// The route returns a view controller that is already on screen, or below other pages.
  case alreadyShown(route: String)
  /// The caller was cancelled while the page waited for its turn or for a window.
  case cancelled(route: String)
  /// This process shows no pages: it has no app host, or its system has no UIKit.
  case noScreen

  /// The fault and the fix.
  public var description: String {
    switch self {
    case .route(let error): "\(error)"
    case .notAPage(let route, let output):
      """
      \(route) returns \(output), which can't be shown. Return a view controller or a view, or call \
      it with the router.
      """
    case .noTab(let name, let known):
      "The scene has no tab \(name)."
        + (known.isEmpty
          ? " None of its tabs has a name." : " It has \(known.joined(separator: ", ")).")
    case .sceneGone(let scene): "The scene \(scene) has disconnected."
    case .interrupted(let route):
      "The page of \(route) is not on screen: the screen changed each time as it was about to be shown."
    case .alreadyShown(let route):
      """
      The page of \(route) is already shown elsewhere. Return a new view controller from each call of \
      the route.
      """
    case .cancelled(let route): "The call that shows the page of \(route) was cancelled."
    case .noScreen:
      """
      This process shows no pages. Make an AppHost on a system with UIKit, or provide a Navigator \
      of your own.
      """
    }
  }
}
