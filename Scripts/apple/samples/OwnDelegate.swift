// SPDX-License-Identifier: Apache-2.0

// Delegates of the app's own, by hand.

import Gantry
import GantryApple
import UIKit

// region: forward
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  let host = AppHost(Application(schemes: ["shop"]))

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool { host.launch(options, in: application) }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) {
    // Make the window here; the URL of a cold start comes after it.
    AppHost.current?.connect(scene, options: options)
  }

  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    AppHost.current?.openURLs(contexts, in: scene)
  }
}
// endregion
