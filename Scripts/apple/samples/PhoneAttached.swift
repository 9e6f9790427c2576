// SPDX-License-Identifier: Apache-2.0

// An app that keeps a delegate of its own.

import Gantry
import GantryApple
import UIKit

// region: attach
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  let host = AppHost(Application(schemes: ["shop"]))

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    _ = try? host.attach(to: self)
    return host.launch(options, in: application)
  }
}
// endregion
