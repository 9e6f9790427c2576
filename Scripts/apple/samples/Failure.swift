// SPDX-License-Identifier: Apache-2.0

// An app that says so when its modules could not start.

import Gantry
import GantryApple
import UIKit

/// The app's own reporter of errors.
@MainActor
func report(_ failure: ApplicationError) {}

final class SorryController: UIViewController {}

// region: failure
final class SceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    let window = UIWindow(windowScene: scene)
    if let failure = host?.failure {
      report(failure)  // your own reporter of errors
      window.rootViewController = SorryController()
    } else {
      window.rootViewController = UINavigationController()
    }
    return window
  }
}
// endregion

@main
final class AppDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(schemes: ["shop"]) }
}
