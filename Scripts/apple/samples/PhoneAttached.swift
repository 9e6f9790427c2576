// SPDX-License-Identifier: Apache-2.0

// An app that keeps delegates of its own, to which the host attaches.

import Gantry
import GantryApple
import UIKit

// region: attach
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  let host = AppHost(Application(schemes: ["shop"]))

  override init() {
    super.init()
    do {
      try host.attach(to: self)
    } catch {
      assertionFailure("\(error)")  // modules would receive no events from it
    }
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool { host.launch(options, in: application) }
}
// endregion

// region: scene
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  override init() {
    super.init()
    do {
      try AppHost.current?.attach(to: self)  // in `init`, for the URL of a cold start
    } catch {
      assertionFailure("\(error)")
    }
  }
}
// endregion
