// SPDX-License-Identifier: Apache-2.0

import Basket
import Catalog
import Foundation
import GantryAppEvents
import GantryTesting
import News
import Orders
import Testing
import UIKitPages
import UIKitStandIn

/// The pages and their navigation, which run without a screen here.
@MainActor
@Suite struct PagesTests {
  let navigator = StackNavigator()

  private func start() async throws -> TestApplication {
    let host = try await TestApplication.start(
      BasketModule.self, CatalogModule.self, NewsModule.self, OrdersModule.self,
      BasketPages.self, CatalogPages.self, NewsPages.self, OrderPages.self,
      providing: { $0.provide(navigator, as: (any Navigator).self) }, schemes: ["shop"])
    navigator.router = host.application.router
    _ = await host.waitUntilIdle()
    return host
  }

  private func open(_ url: String) async throws {
    try await navigator.open(#require(URL(string: url)))
  }

  /// Each page on the stack: its title, and its text from top to bottom, with buttons in brackets.
  private func stack() throws -> [String] {
    try navigator.stack.viewControllers.map { controller in
      let views = try #require(controller.view as? UIStackView).arrangedSubviews
      let texts = views.map { view in
        (view as? UILabel)?.text ?? "[\((view as? UIButton)?.action?.title ?? "")]"
      }
      return "\(controller.title ?? ""): \(texts.joined(separator: ", "))"
    }
  }

  /// Taps the first button of the page on top.
  private func tap() throws {
    let page = navigator.stack.viewControllers.last
    let views = try #require(page?.view as? UIStackView).arrangedSubviews
    try #require(views.lazy.compactMap { $0 as? UIButton }.first).tap()
  }

  nonisolated static let pages: [(url: String, page: String)] = [
    ("shop://catalog", "Catalog: [coffee], [saffron], [tea]"),
    ("shop://catalog/tea", "tea: It costs 5., [Buy]"),
    ("shop://catalog/milk", "milk: There is none."),
    ("shop://basket", "Basket: Nothing yet"),
    ("shop://orders/7", "Order 7: There is no such order."),
    ("shop://news", "News: The first tea of the year is here."),
  ]

  @Test(arguments: pages)
  func `a URL pushes its page`(url: String, page: String) async throws {
    let host = try await start()
    try await open(url)
    #expect(try stack() == [page])
    await host.stop()
  }

  @Test func `a URL without a page pushes nothing`() async throws {
    let host = try await start()
    await #expect(throws: NavigationError.self) { try await open("shop://nowhere") }
    #expect(try stack() == [])
    await host.stop()
  }

  @Test func `an item is bought and ordered by tapping`() async throws {
    let host = try await start()
    navigator.beginShowing("catalog")
    for _ in 1...3 { try tap() }
    #expect(
      try stack() == [
        "Catalog: [coffee], [saffron], [tea]", "coffee: It costs 8., [Buy]",
        "Basket: coffee, [Order]", "Order 1: coffee",
      ])
    await host.stop()
  }

  @Test(arguments: [("basket", true), ("search", false)])
  func `a quick action shows the basket`(type: String, isPerformed: Bool) async throws {
    let host = try await start()
    #expect(await host.send(PerformQuickAction(type: type)) == isPerformed)
    #expect(try stack() == (isPerformed ? ["Basket: Nothing yet"] : []))
  }

  @Test func `a basket comes back with the activity of its scene`() async throws {
    let first = try await start()
    let scene = SceneID("one")
    #expect(await first.send(SceneRestorationActivity(scene: scene)) == nil)
    try await open("shop://catalog/tea")
    try tap()
    let activity = try #require(await first.send(SceneRestorationActivity(scene: scene)))
    let second = try await start()
    #expect(await second.send(ContinueActivity(activity: activity, scene: scene)))
    #expect(try stack().last == "Basket: tea, [Order]")
  }

  @Test func `without the basket, the catalog sells nothing`() async throws {
    let host = try await TestApplication.start(
      CatalogModule.self, CatalogPages.self,
      providing: { $0.provide(navigator, as: (any Navigator).self) }, schemes: ["shop"])
    navigator.router = host.application.router
    try await open("shop://catalog/tea")
    #expect(try stack() == ["tea: It costs 5."])
  }
}
