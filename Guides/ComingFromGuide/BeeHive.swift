// SPDX-License-Identifier: Apache-2.0

import Gantry

// region: interface
/// In a small package that others import, where it is public.
@MainActor
protocol OrderBook: Sendable {
  var orders: [String] { get }
}
// endregion

// region: module
@Module(provides: (any OrderBook).self, requires: "Database")
@MainActor
final class OrdersModule: OrderBook {
  private(set) var orders: [String] = []

  @Launch func load() { orders = Database.rows }

  @On func save(_ event: DidEnterBackground) { Database.rows = orders }

  @On func show(_ event: OpenURL) -> Bool { event.url.host() == "orders" }
}
// endregion

// region: consumer
@Module
@MainActor
final class HomeModule {
  @Inject let book: any OrderBook  // Orders launches first

  @Launch func show() { print(book.orders) }
}
// endregion
