// SPDX-License-Identifier: Apache-2.0

package import GantryRouting

/// A page of a route, on its way to the screen.
package struct NavigatorPage {
  /// The system's object for the page.
  package let object: AnyObject
  package let request: PageRequest
  /// The name of the route that has made it.
  package let route: String
  package let showing: PageShowing
}

/// The scenes of a system, which a navigator looks at and changes.
@MainActor
package protocol NavigatorScreens: AnyObject {
  /// The scene that a person uses; nil while there is none.
  var active: SceneID? { get }

  /// Makes the system's object for an output of a route, and says what it is.
  ///
  /// - Returns: Nil if the output isn't a page.
  func page(of output: Any) -> (object: AnyObject, kind: PageShowing.Kind)?

  /// Looks at a scene.
  func state(of scene: SceneID) -> SceneState

  /// Lets the app show a page in its own way; false if it doesn't.
  func letAppShow(_ page: NavigatorPage, in scene: SceneID) -> Bool

  /// Performs a step, and returns when the system has.
  ///
  /// - Returns: False if the scene has changed, so that the step could not be performed.
  /// - Throws: The reason why the page can't be shown at all.
  func perform(
    _ step: SceneAction, _ page: NavigatorPage, in scene: SceneID
  ) async throws(NavigationError) -> Bool
}
