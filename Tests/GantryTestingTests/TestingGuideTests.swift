// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryTesting
import Testing

/// The code of Documentation/Testing.md.
@Suite struct TestingGuideTests {
  // region: interface
  protocol PriceService: Sendable { func price(of item: String) async throws -> Int }
  protocol StockService: Sendable { func take(_ item: String) async -> Bool }
  @MainActor protocol OrderService: Sendable { func place(_ item: String) async throws -> Int }

  struct OrderPlaced: Event, Equatable { let item: String, cents: Int }
  struct SoldOut: Error, Equatable { let item: String }
  // endregion

  // region: module
  @Module(provides: (any OrderService).self) @MainActor
  final class OrdersModule: OrderService {
    @Inject let prices: any PriceService
    @Inject let stock: any StockService
    @Inject let events: EventBus

    func place(_ item: String) async throws -> Int {
      guard await stock.take(item) else { throw SoldOut(item: item) }
      let cents = try await prices.price(of: item)
      events.send(OrderPlaced(item: item, cents: cents))
      return cents
    }
  }
  // endregion

  // region: stubs
  struct StubPrices: PriceService {
    var cents = 480
    func price(of item: String) async throws -> Int { cents }
  }

  actor StubStock: StockService {
    private var items: [String]
    init(_ items: [String]) { self.items = items }

    func take(_ item: String) -> Bool {
      guard let index = items.firstIndex(of: item) else { return false }
      items.remove(at: index)
      return true
    }
  }
  // endregion

  // region: test
  @Test func `an order takes the item and is announced`() async throws {
    let host = try await TestApplication.start(
      OrdersModule.self,
      providing: {
        $0.provide(StubPrices(cents: 520), as: (any PriceService).self)
        $0.provide(StubStock(["tea"]), as: (any StockService).self)
      })
    let orders = try #require(host.module(OrdersModule.self))
    #expect(try await orders.place("tea") == 520)
    #expect(host.sent(OrderPlaced.self) == [OrderPlaced(item: "tea", cents: 520)])
    await #expect(throws: SoldOut(item: "tea")) { try await orders.place("tea") }
  }
  // endregion

  // region: helper
  static func shop(stock items: [String] = ["tea"]) async throws -> TestApplication {
    try await TestApplication.start(
      OrdersModule.self,
      providing: {
        $0.provide(StubPrices(), as: (any PriceService).self)
        $0.provide(StubStock(items), as: (any StockService).self)
      })
  }

  @Test(arguments: [["tea"], ["tea", "cups"], ["cups"]])
  func `only what is in stock can be ordered`(stock: [String]) async throws {
    let orders = try #require(await Self.shop(stock: stock).module(OrdersModule.self))
    let cents = try? await orders.place("tea")
    #expect((cents != nil) == stock.contains("tea"))
  }
  // endregion

  // region: forgotten
  @Test func `a forgotten stub is named`() async throws {
    let error = await #expect(throws: TestApplicationError.self) {
      try await TestApplication.start(
        OrdersModule.self, providing: { $0.provide(StubPrices(), as: (any PriceService).self) })
    }
    #expect("\(try #require(error))".contains("No module provides StockService"))
  }
  // endregion

  @Test func `the message for a forgotten stub is that of the guide`() async throws {
    let error = try #require(
      await #expect(throws: TestApplicationError.self) {
        try await TestApplication.start(
          OrdersModule.self, providing: { $0.provide(StubPrices(), as: (any PriceService).self) })
      })
    let page = URL(filePath: #filePath).appending(path: "../../../Documentation/Testing.md")
    let guide = try String(contentsOf: page.standardized, encoding: .utf8)
    let words = "\(error)"
      .replacing(#/\(GantryTestingTests\/TestingGuideTests.swift:\d+\)/#, with: "(Orders.swift:5)")
      .replacing("TestingGuideTests.", with: "")
    #expect(guide.contains(words), "\(words)")
  }

  // region: model
  @MainActor
  final class CheckoutModel {
    private let orders: any OrderService
    private(set) var message = ""

    init(orders: any OrderService) { self.orders = orders }

    func buy(_ item: String) async {
      do {
        message = "Paid \(try await orders.place(item)) cents"
      } catch {
        message = "Sold out"
      }
    }
  }

  struct StubOrders: OrderService {
    var cents: Int?
    func place(_ item: String) async throws -> Int {
      guard let cents else { throw SoldOut(item: item) }
      return cents
    }
  }

  @MainActor @Test(arguments: [(480, "Paid 480 cents"), (nil, "Sold out")] as [(Int?, String)])
  func `the model says how the order went`(cents: Int?, message: String) async {
    let model = CheckoutModel(orders: StubOrders(cents: cents))
    await model.buy("tea")
    #expect(model.message == message)
  }
  // endregion
}
