// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import UIKit

// region: scene
/// A window whose stack begins with the catalog.
final class SceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    guard let application = host?.application else { return nil }
    let navigation = application.services.resolveIfPresent(UINavigationController.self)
    if let first = try? application.router.callNow("catalog", as: UIViewController.self) {
      navigation?.viewControllers.insert(first, at: 0)
    }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = navigation
    return window
  }
}
// endregion
