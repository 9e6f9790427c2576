// SPDX-License-Identifier: Apache-2.0

import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    Counter.shared.start()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    Counter.shared.flush()
  }
}

@MainActor
final class Counter {
  static let shared = Counter()
  func start() {}
  func flush() {}
}
