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
  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    for context in contexts {
      let url = context.url
      Task { try? await AppHost.current?.application.open(OpenURL(url: url)) }
    }
  }
}
// endregion
