// SPDX-License-Identifier: Apache-2.0

import GantryApple
import UIKit

final class SceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UINavigationController()
    return window
  }
}
