// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKitStandIn)
  import Account
  import Basket
  import Catalog
  import Foundation
  import GantryAppEvents
  import GantryTesting
  import Orders
  import Testing
  import UIKitStandIn

  /// The pages and their navigation, which run without a screen here.
  @MainActor
  @Suite struct PagesTests {
    let navigator = StackNavigator()

    private func start() async throws -> TestApplication {
      let host = try await TestApplication.start(
        AccountModule.self, BasketModule.self, CatalogModule.self, OrdersModule.self,
        BasketPages.self, CatalogPages.self, OrderPages.self,
        providing: { $0.provide(navigator, as: (any Navigator).self) }, schemes: ["shop"])
      navigator.router = host.application.router
      _ = await host.waitUntilIdle()
      return host
    }

    private func open(_ url: String, in scene: SceneID? = nil) async throws {
      try await navigator.open(#require(URL(string: url)), in: scene)
    }

    /// Each page on the stack: its title, and its text from top to bottom, with buttons in brackets.
    private func stack(of scene: SceneID? = nil) throws -> [String] {
      try navigator.stack(of: scene).viewControllers.map { controller in
        let views = try #require(controller.view as? UIStackView).arrangedSubviews
        let texts = views.map { view in
          (view as? UILabel)?.text ?? "[\((view as? UIButton)?.action?.title ?? "")]"
        }
        return "\(controller.title ?? ""): \(texts.joined(separator: ", "))"
      }
    }

    /// Taps the first button of the page on top, or the last one.
    private func tap(last: Bool = false, in scene: SceneID? = nil) throws {
      let page = navigator.stack(of: scene).viewControllers.last
      let views = try #require(page?.view as? UIStackView).arrangedSubviews
      let buttons = views.compactMap { $0 as? UIButton }
      try #require(last ? buttons.last : buttons.first).tap()
    }

    private static let signIn = "Sign in: Orders are for customers., [I am Ann], [Cancel]"

    nonisolated static let pages: [(url: String, page: String)] = [
      ("shop://catalog", "Catalog: [coffee], [saffron], [tea]"),
      ("shop://catalog/tea", "tea: It costs 5., [Buy]"),
      ("shop://catalog/milk", "milk: There is none."),
      ("shop://basket", "Basket: Nothing yet"),
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

    @Test func `an item is bought and ordered by tapping, after a sign-in`() async throws {
      let host = try await start()
      navigator.beginShowing("catalog")
      for count in 1...3 {
        await navigator.pages(count)
        try tap()
      }
      await navigator.pages(4)
      #expect(try stack().last == Self.signIn)
      try tap()
      await navigator.idle()
      #expect(
        try stack() == [
          "Catalog: [coffee], [saffron], [tea]", "coffee: It costs 8., [Buy]",
          "Basket: coffee, [Order]", "Order 1: coffee",
        ])
      await host.stop()
    }

    @Test func `a link to an order goes on after the sign-in, in its window`() async throws {
      let host = try await start()
      let link = Task { try await open("shop://orders/7", in: "two") }
      await navigator.pages(1, in: "two")
      #expect(try stack(of: "two") == [Self.signIn])
      try tap(in: "two")
      try await link.value
      #expect(try stack(of: "two") == ["Order 7: There is no such order."])
      #expect(try stack().isEmpty)
      // Signed in, the next link goes straight to its page.
      try await open("shop://orders/8")
      #expect(try stack() == ["Order 8: There is no such order."])
      await host.stop()
    }

    @Test func `two links of a window share one sign-in`() async throws {
      let host = try await start()
      let links = [7, 8].map { id in Task { try await open("shop://orders/\(id)") } }
      await navigator.pages(1)
      try tap()
      for link in links { try await link.value }
      #expect(Set(try stack().map { $0.prefix(7) }) == ["Order 7", "Order 8"])
      await host.stop()
    }

    @Test(arguments: [true, false])
    func `a sign-in that is canceled or closed ends the link`(isTapped: Bool) async throws {
      let host = try await start()
      let link = Task { try await open("shop://orders/7") }
      await navigator.pages(1)
      if isTapped {
        try tap(last: true)
      } else {
        navigator.stack.viewControllers.last?.dismiss(animated: true, completion: nil)
      }
      await #expect(throws: NavigationError.self) { try await link.value }
      #expect(try stack().isEmpty)
      await host.stop()
    }

    @Test(arguments: [("basket", true), ("search", false)])
    func `a quick action shows the basket`(type: String, isPerformed: Bool) async throws {
      let host = try await start()
      #expect(await host.send(PerformQuickAction(type: type)) == isPerformed)
      await navigator.idle()
      #expect(try stack() == (isPerformed ? ["Basket: Nothing yet"] : []))
    }

    @Test func `a basket comes back with the activity of its scene`() async throws {
      let first = try await start()
      let scene = SceneID("one")
      #expect(await first.send(SceneRestorationActivity(scene: scene)) == nil)
      try await open("shop://catalog/tea")
      try tap()
      await navigator.idle()
      let activity = try #require(await first.send(SceneRestorationActivity(scene: scene)))
      let second = try await start()
      #expect(await second.send(ContinueActivity(activity: activity, scene: scene)))
      await navigator.idle()
      #expect(try stack(of: scene) == ["Basket: tea, [Order]"])
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
#endif
