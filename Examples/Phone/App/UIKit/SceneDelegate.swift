// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import ScreenAPI
import UIKit

// region: scene
/// A window with the screens that modules want shown, one on top of the other.
final class SceneDelegate: ModularSceneDelegate {
  private let navigation = UINavigationController()
  private var subscription: EventSubscription?

  override func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    // First, since the scene may connect with a URL to open.
    subscription = host?.application.events.observe(ShowScreen.self) { [navigation] event in
      await navigation.show(event.screen)
    }
    super.scene(scene, willConnectTo: session, options: connectionOptions)
  }

  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    if let first = host?.application.events.send(FirstScreen()) { navigation.begin(with: first) }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = navigation
    return window
  }
}
// endregion
