// SPDX-License-Identifier: Apache-2.0

// The same app with modules: its delegate is empty.

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

@Module
@MainActor
final class CounterModule {
  @Launch func start() { Counter.shared.start() }
  @On func flush(_ event: DidEnterBackground) { Counter.shared.flush() }
}

// region: module
@Module
@MainActor
final class OrdersModule {
  @Launch func load() { Orders.shared.load() }

  @On func open(_ event: OpenURL) -> Bool { Orders.shared.show(event.url) }

  @On func fetch(_ event: PerformBackgroundFetch, context: ModuleContext) async {
    let result: BackgroundFetchResult = await Orders.shared.fetch() ? .newData : .noData
    event.reply.answer(result, from: context.name)
  }
}
// endregion

// region: delegate
@main
final class AppDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(schemes: ["shop"]) }
}
// endregion
