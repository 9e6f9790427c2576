// SPDX-License-Identifier: Apache-2.0

package import GantryRouting

/// Shows pages in one scene, unless a request names another.
package struct SceneNavigator: Navigator {
  private let navigator: any Navigator
  private let scene: @MainActor @Sendable () -> SceneID?

  /// Creates a navigator.
  ///
  /// - Parameter scene: Finds the scene as a page is shown; nil stands for the active one.
  package init(_ navigator: any Navigator, scene: @escaping @MainActor @Sendable () -> SceneID?) {
    self.navigator = navigator
    self.scene = scene
  }

  package func show(_ page: PageRequest) async throws(NavigationError) {
    try await navigator.show(inScene(page))
  }

  package func beginShowing(_ page: PageRequest) { navigator.beginShowing(inScene(page)) }

  private func inScene(_ page: PageRequest) -> PageRequest {
    var page = page
    page.scene = page.scene ?? scene()
    return page
  }
}
