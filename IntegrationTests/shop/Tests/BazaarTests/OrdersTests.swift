// SPDX-License-Identifier: Apache-2.0

import AccountAPI
import AnalyticsAPI
import CatalogAPI
import Dispatch
import Gantry
import GantryTesting
import Orders
import OrdersAPI
import StorageAPI
import Testing
import WebAPI

@Suite struct OrdersTests {
  private func start(
    _ storage: MemoryStorage = MemoryStorage(), price: Int = 320
  ) async throws -> TestApplication {
    try await TestApplication.start(
      OrdersModule.self,
      providing: {
        $0.provide(storage, as: (any StorageService).self)
        $0.provide(TeaOnly(price: price), as: (any GoodsCatalog).self)
      }, schemes: ["bazaar"])
  }

  /// The text of an order, without its time.
  private func words(_ order: Order) -> String {
    "\(order.number) \(order.customer) \(order.item) \(order.quantity) \(order.total)"
  }

  @Test func `an order is stored, shown and told`() async throws {
    let host = try await start()
    #expect(try await host.open("bazaar://orders/place?item=tea&quantity=2"))
    #expect(host.sent(OrderPlaced.self).map { words($0.order) } == ["1 guest tea 2 640"])
    #expect(host.shown == ["Orders: order 1: 2 × tea for guest"])
    let history = try host.application.services.resolve((any OrderHistory).self)
    let orders = try await history.orders(of: "guest", limit: 9, after: 0)
    #expect(orders == host.sent(OrderPlaced.self).map(\.order))
    #expect(orders.allSatisfy { $0.placed != nil })
  }

  @Test func `orders belong to whoever signed in last at the terminal`() async throws {
    let host = try await start()
    await host.send(SignedIn(customer: "Ada"))
    await host.send(SignedIn(customer: "Eve", isInBrowser: true))
    try await host.open("bazaar://orders/place?item=tea&quantity=1")
    await host.send(SignedIn(customer: "Grace"))
    await host.send(SignedOut(isInBrowser: true))
    try await host.open("bazaar://orders/place?item=tea&quantity=1")
    await host.send(SignedOut())
    try await host.open("bazaar://orders/place?item=tea&quantity=1")
    #expect(host.sent(OrderPlaced.self).map(\.order.customer) == ["Ada", "Grace", "guest"])
    let history = try host.application.services.resolve((any OrderHistory).self)
    #expect(try await history.orders(of: "Grace", limit: 9, after: 0).map(\.number) == [2])
  }

  @Test(arguments: [
    ("item=moon&quantity=1", "there is no 'moon'", "/catalog"),
    ("item=tea&quantity=0", "'quantity' must be a number from 1 to 99, not '0'", "/catalog/7"),
    ("item=tea&quantity=two", "'quantity' must be a number from 1 to 99, not 'two'", "/catalog/7"),
    ("item=tea", "'quantity' is missing", "/catalog/7"),
    ("quantity=1", "'item' is missing", "/catalog"),
    ("item=tea&item=tea&quantity=1", "'item' is given more than once", "/catalog"),
  ])
  func `what is wrong gets a line and nothing else`(
    query: String, reason: String, back: String
  ) async throws {
    let host = try await start()
    #expect(try await host.open("bazaar://orders/place?\(query)"))
    #expect(host.shown == ["Orders: nothing ordered: \(reason)"])
    let deed = try await host.visit("/orders/place", as: Deed.self, by: "Ada", form: query)
    #expect(deed == Deed(path: back, .problem("Nothing was ordered: \(reason).")))
    #expect(host.sent(OrderPlaced.self).isEmpty)
  }

  @Test(arguments: [Int.max, Int.max / 98, 0, -5, .min])
  func `what has no price that can be is not ordered`(price: Int) async throws {
    let host = try await start(price: price)
    #expect(try await host.open("bazaar://orders/place?item=tea&quantity=99"))
    #expect(host.shown == ["Orders: nothing ordered: there is no price for 'tea'"])
    #expect(host.sent(OrderPlaced.self).isEmpty)
  }

  @Test func `an order that cannot be stored is not placed, and a browser is told no more`()
    async throws
  {
    let full = StorageError.writing(table: "orders", reason: "disk full")
    let host = try await start(MemoryStorage(refusing: full))
    let form = "item=tea&quantity=1"
    try await host.open("bazaar://orders/place?\(form)")
    #expect(host.shown == ["Orders: nothing ordered: table 'orders' cannot be written: disk full"])
    let deed = try await host.visit("/orders/place", as: Deed.self, by: "Ada", form: form)
    #expect(deed.remark?.isProblem == true)
    #expect(deed.remark?.text.contains("disk") == false)
    #expect(host.sent(OrderPlaced.self).isEmpty)
  }

  @Test func `a browser's order belongs to who is signed in there`() async throws {
    let host = try await start()
    let form = "item=tea&quantity=3"
    let deed = try await host.visit("/orders/place", as: Deed.self, by: "Ada", form: form)
    #expect(deed == Deed(path: "/orders/1", .done("Thank you for your order!")))
    let list = try await host.visit("/orders", as: Page.self, by: "Ada")
    #expect(list.content.contains("href=\"/orders/1\""))
    #expect(list.content.contains("3 × Tea"))
    let order = try await host.visit("/orders/1", as: Page.self, by: "Ada")
    #expect(order.content.contains("€ 9.60"))
    #expect(order.content.contains("href=\"/catalog/7\""))
  }

  @Test func `nobody sees the orders of others`() async throws {
    let host = try await start()
    let form = "item=tea&quantity=3"
    _ = try await host.visit("/orders/place", as: Deed.self, by: "Ada", form: form)
    #expect(
      try await host.visit("/orders", as: Page.self, by: "Eve").content.contains("Nothing ordered"))
    let missing = RouteError.failed(
      route: "Orders/order", .init(PageError.noSuch("order 1 of yours")))
    await #expect(throws: missing) { try await host.visit("/orders/1", as: Page.self, by: "Eve") }
  }

  @Test func `the terminal shows orders in lines`() async throws {
    let host = try await start()
    try await host.open("bazaar://orders/place?item=tea&quantity=2")
    #expect(try await host.open("bazaar://orders"))
    #expect(try await host.open("bazaar://orders/1"))
    #expect(
      host.shown.dropFirst() == [
        "Orders: 1 for guest:\n  order 1: 2 × tea, 6.40",
        "Orders: order 1: 2 × tea for guest, 6.40",
      ])
    #expect(try await host.open("bazaar://orders/2") == false)
  }

  @Test(arguments: [
    ("/orders", 24, "61", "page=2"), ("/orders?page=2", 24, "37", "page=3"),
    ("/orders?page=3", 13, "13", "page=2"),
  ])
  func `many orders are shown by pages, the newest first`(
    path: String, rows: Int, first: String, link: String
  ) async throws {
    let host = try await start(try await full())
    let content = try await host.visit(path, as: Page.self, by: "Ada").content
    #expect(content.matches(of: /<tr>/).count - 1 == rows)
    let numbers = content.matches(of: /No\. (\d+)</).map { String($0.1) }
    #expect(numbers.first == first)
    #expect(content.contains("href=\"/orders?\(link)\""))
  }

  @Test(arguments: ["/orders?page=4", "/orders?page=0", "/orders?page=-1"])
  func `there is no page behind the last`(path: String) async throws {
    let host = try await start(try await full())
    let error = await #expect(throws: RouteError.self) {
      try await host.visit(path, as: Page.self, by: "Ada")
    }
    guard case .failed(_, let failure) = error else { throw try #require(error) }
    #expect(failure.error is PageError)
  }

  /// A storage with 61 orders of Ada's.
  private func full() async throws -> MemoryStorage {
    let storage = MemoryStorage()
    let host = try await start(storage)
    for _ in 0..<61 {
      let form = "item=tea&quantity=1"
      _ = try await host.visit("/orders/place", as: Deed.self, by: "Ada", form: form)
    }
    await host.stop()
    return storage
  }

  @Test func `orders are shown while the main actor is busy`() async throws {
    let host = try await start(try await full())
    let (held, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let holding = Task { @MainActor in
      held.signal()
      // A page that waits for the main actor would let this time out.
      return released.wait(timeout: .now() + .seconds(20)) == .success
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        held.wait()
        continuation.resume()
      }
    }
    for path in ["/orders", "/orders/1"] {
      #expect(try await host.visit(path, as: Page.self, by: "Ada").content.contains("Tea"))
    }
    released.signal()
    #expect(await holding.value)
  }

  @Test func `with an order goes the word that its customer has to be told`() async throws {
    let storage = MemoryStorage()
    let host = try await start(storage)
    try await host.open("bazaar://orders/place?item=tea&quantity=2")
    let orders = try await storage.oldest(UnconfirmedOrder.self, limit: 9)
    #expect(orders.map(\.record.order.summary) == ["order 1: 2 × tea"])
  }

  @Test func `while the storage is in use elsewhere, the orders are closed`() async throws {
    let host = try await start(MemoryStorage(refusing: .busy(table: "orders")))
    for path in ["/orders", "/orders/1"] {
      let closed = RouteError.failed(
        route: path == "/orders" ? "Orders/orders" : "Orders/order", .init(PageError.closed))
      await #expect(throws: closed) { try await host.visit(path, as: Page.self, by: "Ada") }
    }
  }

  @Test func `the table is prepared before the app is ready`() async throws {
    let storage = MemoryStorage()
    let host = try await start(storage)
    #expect(host.outcome(of: "Orders.createTable") == .succeeded)
    #expect(await storage.prepared == ["orders", "unconfirmed_orders"])
  }

  @Test func `without a storage the module is not started`() async throws {
    await #expect(throws: TestApplicationError.self) {
      try await TestApplication.start(
        OrdersModule.self,
        providing: { $0.provide(TeaOnly(), as: (any GoodsCatalog).self) })
    }
  }
}
