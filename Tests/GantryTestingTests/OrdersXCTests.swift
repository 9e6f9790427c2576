// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import XCTest

/// The code of Documentation/Testing.md about XCTest.
// region: xctest
final class OrdersTests: XCTestCase {
  func testPlacing() async throws {
    let host = try await TestApplication.start(
      OrdersModule.self,
      providing: {
        $0.provide(StubPrices(), as: (any PriceService).self)
        $0.provide(StubStock(["tea"]), as: (any StockService).self)
      })
    let orders = try XCTUnwrap(host.module(OrdersModule.self))
    let cents = try await orders.place("tea")
    XCTAssertEqual(cents, 480)
  }
}
// endregion

extension OrdersTests {
  fileprivate typealias OrdersModule = TestingGuideTests.OrdersModule
  fileprivate typealias StubPrices = TestingGuideTests.StubPrices
  fileprivate typealias StubStock = TestingGuideTests.StubStock
  fileprivate typealias PriceService = TestingGuideTests.PriceService
  fileprivate typealias StockService = TestingGuideTests.StockService
}
