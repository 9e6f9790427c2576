// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import AccountAPI
import AnalyticsAPI
import CatalogAPI
import GantryTesting
import Orders
import OrdersAPI
import StorageAPI
import Testing

@Suite struct OrdersTests {
  private func start(_ storage: MemoryStorage = MemoryStorage()) async throws -> TestApplication {
    try await TestApplication.start(
      OrdersModule.self,
      providing: {
        $0.provide(storage, as: (any StorageService).self)
        $0.provide(TeaOnly(), as: (any GoodsCatalog).self)
      })
  }

  @Test func `an order is stored, shown and told`() async throws {
    let host = try await start()
    #expect(try await host.open("bazaar://orders/place?item=tea&quantity=2"))
    let order = Order(number: 1, customer: "guest", item: "tea", quantity: 2, total: 640)
    #expect(host.sent(OrderPlaced.self) == [OrderPlaced(order: order)])
    #expect(host.shown == ["Orders: order 1: 2 × tea for guest"])
    let history = try host.application.services.require((any OrderHistory).self)
    #expect(try await history.orders(of: "guest") == [order])
  }

  @Test func `orders belong to whoever signed in last`() async throws {
    let host = try await start()
    await host.send(SignedIn(customer: "Ada"))
    try await host.open("bazaar://orders/place?item=tea&quantity=1")
    await host.send(SignedIn(customer: "Grace"))
    try await host.open("bazaar://orders/place?item=tea&quantity=1")
    #expect(host.sent(OrderPlaced.self).map(\.order.customer) == ["Ada", "Grace"])
    let history = try host.application.services.require((any OrderHistory).self)
    #expect(try await history.orders(of: "Grace").map(\.number) == [2])
  }

  @Test(arguments: [
    ("item=moon&quantity=1", "there is no 'moon', bazaar://catalog shows what there is"),
    ("item=tea&quantity=0", "'quantity' must be a number from 1 to 99, not '0'"),
    ("item=tea&quantity=two", "'quantity' must be a number from 1 to 99, not 'two'"),
    ("item=tea", "'quantity' is missing"),
    ("quantity=1", "'item' is missing"),
    ("item=tea&item=tea&quantity=1", "'item' is given more than once"),
  ])
  func `what is wrong gets a line and nothing else`(query: String, reason: String) async throws {
    let host = try await start()
    #expect(try await host.open("bazaar://orders/place?\(query)"))
    #expect(host.shown == ["Orders: nothing ordered: \(reason)"])
    #expect(host.sent(OrderPlaced.self).isEmpty)
  }

  @Test func `an order that cannot be stored is not placed`() async throws {
    let full = StorageError.writing(table: "orders", reason: "disk full")
    let host = try await start(MemoryStorage(refusing: full))
    try await host.open("bazaar://orders/place?item=tea&quantity=1")
    #expect(host.shown == ["Orders: nothing ordered: table 'orders' cannot be written: disk full"])
    #expect(host.sent(OrderPlaced.self).isEmpty)
  }

  @Test func `the table is prepared before the app is ready`() async throws {
    let storage = MemoryStorage()
    let host = try await start(storage)
    #expect(host.outcome(of: "Orders.createTable") == .succeeded)
    #expect(await storage.prepared == ["orders"])
  }

  @Test func `without a storage the module is not started`() async throws {
    await #expect(throws: TestApplicationError.self) {
      try await TestApplication.start(
        OrdersModule.self,
        providing: { $0.provide(TeaOnly(), as: (any GoodsCatalog).self) })
    }
  }
}
