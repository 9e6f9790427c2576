// SPDX-License-Identifier: Apache-2.0

import Basket
import Catalog
import GantryAppEvents
import GantryTesting
import News
import Orders
import PhoneModules
import ShopKit
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

  @Test func `the background task fetches the news`() async throws {
    let host = try await TestApplication.start(NewsModule.self)
    let news = try host.application.services.resolve((any NewsService).self)
    let succeeded = await withCheckedContinuation { continuation in
      let reply = Reply(PerformBackgroundTask.merge, deadline: .seconds(60)) {
        continuation.resume(returning: $0)
      }
      Task {
        _ = await host.send(PerformBackgroundTask(identifier: "shop.news", reply: reply))
        reply.seal()
      }
    }
    #expect(succeeded)
    #expect(await news.latest.count == 1)
  }
}
