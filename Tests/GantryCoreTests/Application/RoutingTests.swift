// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryTesting
import Testing

enum Tab: String, CaseIterable, RouteValue { case open, closed }

@RoutePattern("orders/:id")
struct OrderPage: Equatable {
  typealias Output = String
  var id: Int
  var tab: Tab?
  var tags: [String]
  var limit: Int = 20
}

/// A view controller of a screen, which isn't `Sendable`.
final class Screen {
  let title: String
  init(_ title: String) { self.title = title }
}

@RoutePattern("home")
struct HomeScreen { typealias Output = Screen }

@RoutePattern("files/*parts")
struct FilePage {
  typealias Output = Int
  let parts: [String]
}

@Suite struct RoutingTests {
  @Module
  @MainActor
  final class OrdersModule {
    @Route(access: .external) func order(_ route: OrderPage) async throws -> String {
      "order \(route.id) \(route.tab?.rawValue ?? "-") \(route.tags) \(route.limit)"
    }
    @Route func home(_ route: HomeScreen) -> Screen { Screen("home") }
    @Route("orders/latest") func latest(_ request: RouteRequest) -> String {
      "\(request.url) of \(request.name ?? "-")"
    }
    @Route("orders/:id/lines/:line", access: .external)
    func line(id: Int, line: Int, exact: Bool = false, context: ModuleContext) throws -> String {
      "\(context.name) \(id)/\(line) \(exact)"
    }
  }

  @Module
  final class FilesModule {
    @Route func file(_ route: FilePage) -> Int { route.parts.count }
    @Route("plain/:name") func plain(name: String) async -> String { name }
  }

  @Module
  actor StoreModule {
    private var count = 0
    @Route("store/add") func add() -> Int {
      count += 1
      return count
    }
  }

  private func start() async throws -> TestApplication {
    let host = TestApplication(
      modules: [OrdersModule.self, FilesModule.self, StoreModule.self],
      schemes: ["bazaar"])
    try await host.start()
    return host
  }

  @Test func `the macro prints and reads a route`() throws {
    let page = OrderPage(id: 7, tab: .open, tags: ["a", "b"])
    #expect(try page.path() == "/orders/7?tab=open&tags=a&tags=b&limit=20")
    #expect(try OrderPage(parsing: page.path()) == page)
    #expect(try OrderPage(parsing: "orders/7") == OrderPage(id: 7))
    #expect(throws: RouteError.missingCapture(name: "parts", pattern: "files/*parts")) {
      try FilePage(parts: []).path()
    }
  }

  @Test func `module handlers answer calls by value, path and name`() async throws {
    let router = try await start().application.router
    #expect(try await router.call(OrderPage(id: 7)) == "order 7 - [] 20")
    #expect(try await router.call("orders/7?limit=3", as: String.self) == "order 7 - [] 3")
    #expect(
      try await router.call(
        RouteRequest(named: "Orders/order", ["id": 7, "tags": "x"]), as: String.self)
        == "order 7 - [\"x\"] 20")
    #expect(
      try await router.call("orders/latest?a", as: String.self)
        == "/orders/latest?a of Orders/latest")
    #expect(try await router.call("orders/7/lines/2", as: String.self) == "Orders 7/2 false")
    #expect(try await router.call(FilePage(parts: ["a", "b"])) == 2)
    #expect(try await router.call("plain/x", as: String.self) == "x")
    #expect(try await router.call("store/add", as: Int.self) == 1)
  }

  @Test @MainActor func `a synchronous main-actor handler needs no await on the main actor`()
    async throws
  {
    let router = try await start().application.router
    #expect(try router.callNow(HomeScreen()).title == "home")
    #expect(
      try router.callNow("orders/7/lines/2?exact=true", as: String.self) == "Orders 7/2 true"
    )
    #expect(
      throws: RouteError.needsAwait(
        route: "Orders/order",
        because: """
          its handler is async or runs elsewhere; make it synchronous, and `nonisolated` or \
          `@MainActor`
          """)
    ) { try router.callNow(OrderPage(id: 7)) }
  }

  @Test func `the manifest lists routes`() async throws {
    let host = try await start()
    let orders = try #require(
      host.application.manifest.modules.first { $0.name == "Orders" })
    #expect(
      orders.routes.map(\.name)
        == ["Orders/order", "Orders/home", "Orders/latest", "Orders/line"])
    #expect(orders.routes.map(\.isAsync) == [true, false, false, false])
    #expect(try host.application.manifest.json().contains(#""pattern" : "orders/:id""#))
    #expect(host.application.check() == [])
  }

  @Test func `a URL that no module handles goes to its route`() async throws {
    let application = try await start().application
    func open(_ text: String) async throws -> Bool {
      await application.opens(try #require(URL(string: text)))
    }
    #expect(try await open("bazaar://orders/7"))
    #expect(try await !open("bazaar://home"))
    #expect(try await !open("other://orders/7"))
    #expect(try await !open("bazaar://orders/seven"))
  }
}
