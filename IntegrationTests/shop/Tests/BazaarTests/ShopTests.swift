// SPDX-License-Identifier: Apache-2.0

import Account
import Analytics
import Catalog
import Foundation
import GRDB
import Gantry
import GantryTesting
import Messages
import Orders
import Storage
import Testing
import Web

/// All modules together, over real sockets, with a real file.
@Suite struct ShopTests {
  private final class Customer {
    let port: Int
    private var cookie: String?

    init(port: Int) { self.port = port }

    func get(_ target: String) async throws -> RawAnswer {
      try await follow("GET", target, body: "")
    }

    /// Sends the form of a page many times at once.
    func sendOften(_ form: String, to target: String, from page: String) async throws -> [RawAnswer]
    {
      let ticket = try #require(try await get(page).ticket)
      let headers = [
        ("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", try #require(cookie)),
      ]
      let body = "ticket=\(ticket)&\(form)"
      return try await withThrowingTaskGroup(of: RawAnswer.self) { [port] group in
        for _ in 0..<8 {
          group.addTask {
            try await RawAnswer.of("POST", target, headers, body: body, port: port)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }

    /// Sends the form of a page, with its hidden fields.
    func send(_ form: String, to target: String, from page: String) async throws -> RawAnswer {
      let ticket = try #require(try await get(page).ticket)
      return try await follow("POST", target, body: "ticket=\(ticket)&\(form)")
    }

    private func follow(_ method: String, _ target: String, body: String) async throws -> RawAnswer
    {
      var headers = [("Content-Type", "application/x-www-form-urlencoded")]
      if let cookie { headers.append(("Cookie", cookie)) }
      let answer = try await RawAnswer.of(method, target, headers, body: body, port: port)
      cookie = answer.cookie ?? cookie
      guard answer.status == 303 else { return answer }
      return try await follow("GET", try #require(answer.header("Location")), body: "")
    }
  }

  private func start(_ folder: TemporaryFolder) async throws -> (TestApplication, port: Int) {
    let host = try await TestApplication.start(
      AccountModule.self, AnalyticsModule.self, CatalogModule.self, MessagesModule.self,
      OrdersModule.self, StorageModule.self, WebModule.self,
      configuration: [
        "Storage.database": .string(folder.path("bazaar.sqlite")),
        "Analytics.launches": .string(folder.path("launches.ndjson")),
        "Web.port": 0,
      ], schemes: ["bazaar"])
    _ = await host.send(DidBecomeActive())
    let address = try #require(host.shown.first { $0.hasPrefix("Web: ") })
    return (host, try #require(address.split(separator: ":").last.flatMap { Int($0) }))
  }

  @Test func `two customers and the terminal are three`() async throws {
    let folder = try TemporaryFolder()
    let (host, port) = try await start(folder)
    try await host.open("bazaar://account/sign-in?name=Tom")
    let (ada, eve) = (Customer(port: port), Customer(port: port))
    let asked = try await ada.get("/orders")
    #expect(asked.body.contains("name=\"next\" value=\"/orders\""))
    let form = "name=Ada&next=%2Forders"
    #expect(
      try await ada.send(form, to: "/account/sign-in", from: "/orders").body
        .contains("Nothing ordered yet"))
    _ = try await eve.send("name=Eve", to: "/account/sign-in", from: "/account")
    for (customer, item) in [(ada, "tea"), (eve, "soap")] {
      let order = "item=\(item)&quantity=2"
      let shown = try await customer.send(order, to: "/orders/place", from: "/catalog/1")
      #expect(shown.status == 200 && shown.body.contains("Thank you for your order!"))
    }
    try await host.open("bazaar://orders/place?item=lamp&quantity=1")
    await host.waitUntilHandled()
    let orders = try await ada.get("/orders").body
    #expect(orders.contains("2 × Black tea"))
    #expect(!orders.contains("Soap") && !orders.contains("Lamp"))
    #expect(
      try await eve.get("/messages").body.contains("Thank you, Eve! order 2: 2 × soap, 9.00."))
    #expect(try await eve.get("/orders/1").status == 404)
    #expect(host.shown.contains("Orders: order 3: 1 × lamp for Tom"))
    let rows = try await DatabaseQueue(path: folder.path("bazaar.sqlite")).read { database in
      try String.fetchAll(database, sql: "SELECT customer || ' ' || item FROM orders")
    }
    #expect(rows == ["Ada tea", "Eve soap", "Tom lamp"])
    await host.stop()
  }

  @Test func `one form that is sent eight times at once is one order`() async throws {
    let folder = try TemporaryFolder()
    let (host, port) = try await start(folder)
    let ada = Customer(port: port)
    _ = try await ada.send("name=Ada", to: "/account/sign-in", from: "/account")
    let answers = try await ada.sendOften(
      "item=tea&quantity=1", to: "/orders/place", from: "/catalog/1")
    #expect(answers.map { $0.header("Location") } == Array(repeating: "/orders/1", count: 8))
    await host.waitUntilHandled()
    #expect(try await ada.get("/orders").body.components(separatedBy: "<tr>").count == 3)
    let messages = try await ada.get("/messages").body
    #expect(messages.components(separatedBy: "Thank you, Ada!").count == 2)
    await host.stop()
  }

  @Test func `orders outlive the shop, and sessions do not`() async throws {
    let folder = try TemporaryFolder()
    let (first, port) = try await start(folder)
    let ada = Customer(port: port)
    _ = try await ada.send("name=Ada", to: "/account/sign-in", from: "/account")
    _ = try await ada.send("item=tea&quantity=1", to: "/orders/place", from: "/catalog/1")
    await first.stop()
    let (second, again) = try await start(folder)
    let later = Customer(port: again)
    #expect(try await later.get("/orders/1").body.contains("Who is it?"))
    let form = "name=Ada&next=%2Forders%2F1"
    let order = try await later.send(form, to: "/account/sign-in", from: "/account")
    #expect(order.body.contains("Order 1") && order.body.contains("€ 3.20"))
    await second.stop()
  }

  @Test func `many customers at a time each have their own`() async throws {
    let folder = try TemporaryFolder()
    let (host, port) = try await start(folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask {
          let customer = Customer(port: port)
          let name = "Customer \(number)"
          let form = "name=Customer+\(number)"
          _ = try await customer.send(form, to: "/account/sign-in", from: "/account")
          let order = "item=tea&quantity=\(number + 1)"
          _ = try await customer.send(order, to: "/orders/place", from: "/catalog/1")
          let orders = try await customer.get("/orders").body
          #expect(orders.contains(">\(number + 1) × Black tea<"))
          #expect(orders.components(separatedBy: "<tr>").count == 3)
          #expect(try await customer.get("/account").body.contains("Hello, \(name)<"))
        }
      }
      try await group.waitForAll()
    }
    await host.stop()
  }
}
