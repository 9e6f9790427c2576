// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import UIKit

@main
final class AppDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(schemes: ["shop"]) }

  override func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    Counter.shared.start()
    return super.application(application, didFinishLaunchingWithOptions: options)
  }

  override func applicationDidEnterBackground(_ application: UIApplication) {
    Counter.shared.flush()
  }
}

@MainActor
final class Counter {
  static let shared = Counter()
  func start() {}
  func flush() {}
}
