// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import UIKit

// region: scene
/// A window whose stack begins with the catalog.
final class SceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    let first = try? host?.application.router.callNow("catalog", as: UIViewController.self)
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UINavigationController(
      rootViewController: first ?? UIViewController())
    return window
  }
}
// endregion
