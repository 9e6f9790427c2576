// SPDX-License-Identifier: Apache-2.0

// The delegate of an app that has no modules yet: it knows everything.

import UIKit

/// Stands for the SDK that counts what people do.
final class Counter: Sendable {
  static let shared = Counter()
  func start() {}
  func flush() {}
}

/// Stands for the code that keeps the orders.
@MainActor
final class Orders {
  static let shared = Orders()
  func load() {}
  func show(_ url: URL) -> Bool { url.host() == "orders" }
  func fetch() async -> Bool { false }
}

// region: delegate
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  // region: lines
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    Counter.shared.start()
    Orders.shared.load()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { Counter.shared.flush() }
  // endregion

  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool { Orders.shared.show(url) }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Task { done(await Orders.shared.fetch() ? .newData : .noData) }
  }
}
// endregion
