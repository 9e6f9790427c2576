// SPDX-License-Identifier: Apache-2.0

// The same app while its modules are moved: the host is attached, the counter has moved.

import Gantry
import GantryApple
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

// region: module
@Module
@MainActor
final class CounterModule {
  @Launch func start() { Counter.shared.start() }
  @On func flush(_ event: DidEnterBackground) { Counter.shared.flush() }
}
// endregion

// region: delegate
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  let host = AppHost(Application(schemes: ["shop"]))

  override init() {
    super.init()
    do {
      try host.attach(to: self)
    } catch {
      assertionFailure("\(error)")  // modules would hear nothing of this delegate
    }
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    Orders.shared.load()
    return host.launch(options, in: application)
  }

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
