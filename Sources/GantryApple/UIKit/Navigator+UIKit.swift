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
      return SceneNavigator(self) { [id = scene.map { SceneID($0.session) }] in id }
    }
  }
#endif
