// SPDX-License-Identifier: Apache-2.0

// An app that keeps a delegate of its own.

import Gantry
import GantryApple
import UIKit

// region: attach
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  let host = AppHost(Application(schemes: ["shop"]))

  override init() {
    super.init()
    _ = try? host.attach(to: self)
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool { host.launch(options, in: application) }
}
// endregion
