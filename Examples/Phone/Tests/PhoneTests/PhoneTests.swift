// SPDX-License-Identifier: Apache-2.0

import Basket
import BasketAPI
import Catalog
import GantryAppEvents
import GantryTesting
import News
import Orders
import OrdersAPI
import PhoneModules
import Testing

@Suite struct PhoneTests {
  // region: fit
  @Test func `the modules that the apps link fit together`() {
    let application = Modules.makeApplication()
    #expect(application.check().isEmpty)
    #expect(application.manifest.names.contains("Catalog"))
  }
  // endregion

  // region: test
  @Test func `an order empties the basket`() async throws {
    let host = try await TestApplication.start(
      BasketModule.self, OrdersModule.self,
      providing: { $0.provide(RecordingNavigator(), as: (any Navigator).self) })
    let basket = try host.application.services.resolve((any BasketService).self)
    await basket.add("tea")
    #expect(await basket.checkOut() == 1)
    #expect(await basket.items == [])
  }
  // endregion

  @Test(arguments: [(0, nil), (1, ["tea"]), (2, nil)] as [(Int, [String]?)])
  func `orders are numbered from 1`(id: Int, items: [String]?) async throws {
    let host = try await TestApplication.start(OrdersModule.self)
    let orders = try host.application.services.resolve((any OrderService).self)
    #expect(await orders.place(["tea"]) == 1)
    #expect(await orders.items(of: id) == items)
  }

  @Test func `the system hears whether there was news`() async throws {
    let host = try await TestApplication.start(NewsModule.self)
    _ = await host.waitUntilIdle()
    let answer = await withCheckedContinuation { continuation in
      let reply = Reply(PerformBackgroundFetch.merge, deadline: .seconds(60)) {
        continuation.resume(returning: $0)
      }
      Task {
        _ = await host.send(PerformBackgroundFetch(reply: reply))
        reply.seal()
      }
    }
    #expect(answer == .noData)
  }
}
