// SPDX-License-Identifier: Apache-2.0

// A module that answers the system in its own time.

import Gantry
import GantryApple
import UIKit

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
final class OrdersModule {
  @Launch func load() { Orders.shared.load() }

  @On func open(_ event: OpenURL) -> Bool { Orders.shared.show(event.url) }

  @On func fetch(_ event: PerformBackgroundFetch, context: ModuleContext) async {
    let result: BackgroundFetchResult = await Orders.shared.fetch() ? .newData : .noData
    event.reply.answer(result, from: context.name)
  }
}
// endregion
