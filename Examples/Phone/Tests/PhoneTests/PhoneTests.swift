// SPDX-License-Identifier: Apache-2.0

import Basket
import BasketAPI
import Catalog
import GantryAppEvents
import GantryTesting
import News
import PhoneModules
import ScreenAPI
import Testing

@Suite struct PhoneTests {
  private func start() async throws -> TestApplication {
    try await TestApplication.start(
      BasketModule.self, CatalogModule.self, NewsModule.self,
      schemes: ["shop"])
  }

  static let screens: [(url: String, screen: Screen)] = [
    ("shop://catalog", Screen("Catalog", ["coffee", "saffron", "tea"])),
    ("shop://catalog/tea", Screen("tea", ["It costs 5."])),
    ("shop://catalog/milk", Screen("milk", ["There is none."])),
    ("shop://catalog/tea/buy", Screen("tea", ["In your basket: 1"])),
    ("shop://basket", Screen("Basket", ["Nothing yet"])),
    ("shop://news", Screen("News", ["The first tea of the year is here."])),
  ]

  @Test(arguments: screens)
  func `a URL shows a screen`(url: String, screen: Screen) async throws {
    let host = try await start()
    _ = await host.waitUntilIdle()
    #expect(try await host.open(url))
    #expect(host.sent(ShowScreen.self) == [ShowScreen(screen)])
  }

  @Test func `the modules that the apps link fit together`() {
    let application = Modules.makeApplication()
    #expect(application.check().isEmpty)
    #expect(application.manifest.names.contains("Catalog"))
  }

  // region: test
  @Test func `a basket keeps its goods`() async throws {
    let host = try await TestApplication.start(BasketModule.self, schemes: ["shop"])
    let basket = try #require(host.application.services.resolve((any BasketService).self))
    await basket.add("tea")
    #expect(await basket.items == ["tea"])
  }
  // endregion

  @Test func `a window begins with the catalog`() async throws {
    let host = try await start()
    #expect(await host.send(FirstScreen())?.title == "Catalog")
  }

  @Test(arguments: [("basket", true), ("search", false)])
  func `a quick action shows the basket`(type: String, isPerformed: Bool) async throws {
    let host = try await start()
    #expect(await host.send(PerformQuickAction(type: type)) == isPerformed)
    #expect(host.sent(ShowScreen.self).map(\.screen.title) == (isPerformed ? ["Basket"] : []))
  }

  @Test func `a basket comes back with the activity of its scene`() async throws {
    let first = try await start()
    let scene = SceneID("one")
    #expect(await first.send(SceneRestorationActivity(scene: scene)) == nil)
    try await first.open("shop://catalog/tea/buy")
    let activity = try #require(await first.send(SceneRestorationActivity(scene: scene)))
    let second = try await start()
    #expect(await second.send(ContinueActivity(activity: activity, scene: scene)))
    #expect(second.sent(ShowScreen.self) == [ShowScreen(Screen("Basket", ["tea"]))])
  }

  @Test func `the system hears whether there was news`() async throws {
    let host = try await start()
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
