// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  public import UIKit

  extension Navigator {
    /// A navigator that shows pages in the scene of a view controller.
    ///
    /// ```swift
    /// try await navigator.from(self).show(OrderPage(id: 7))
    /// ```
    ///
    /// - Parameter controller: The controller; while it has no window, pages go to the active scene.
    public func from(_ controller: UIViewController) -> any Navigator {
      let scene = controller.viewIfLoaded?.window?.windowScene
      return SceneNavigator(navigator: self, scene: scene.map { SceneID($0.session) })
    }
  }

  /// Shows pages in one scene, unless a request names another.
  private struct SceneNavigator: Navigator {
    let navigator: any Navigator
    let scene: SceneID?

    func show(_ page: PageRequest) async throws(NavigationError) {
      try await navigator.show(inScene(page))
    }

    func beginShowing(_ page: PageRequest) { navigator.beginShowing(inScene(page)) }

    private func inScene(_ page: PageRequest) -> PageRequest {
      var page = page
      page.scene = page.scene ?? scene
      return page
    }
  }
#endif
