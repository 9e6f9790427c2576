// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

// region: interface
struct Page: Sendable { let title: String }

enum Tab: String, CaseIterable, RouteValue { case open, closed }

@RoutePattern("orders/:id")
struct OrderPage {
  typealias Output = Page
  var id: Int
  var tab: Tab?  // nil when it is left out
  var tags: [String]  // ?tags=a&tags=b
  var limit: Int = 20
}
// endregion

// region: handlers
@Module
@MainActor
final class OrdersModule {
  @Route(access: .external) func order(_ route: OrderPage) async throws -> Page {
    Page(title: "order \(route.id), at most \(route.limit)")
  }

  @Route("orders/:id/lines/:line")
  func line(id: Int, line: Int, exact: Bool = false) -> Page {
    Page(title: "line \(line) of \(id)")
  }

  @Route("orders/latest") func latest(_ request: RouteRequest) -> Page {
    Page(title: "the latest order, by \(request.path)")
  }

  @Route("account/sign-in") func signIn() -> Page { Page(title: "sign in") }

  @Route("orders/:id/total") nonisolated func total(id: Int) -> Int { id * 100 }
}
// endregion

// region: function
@Route("about", access: .external)
func about(context: ModuleContext) async -> Page { Page(title: "all \(context.name) this shop") }
// endregion

// region: guard
@Module
actor SignInModule {
  private var customer: String?

  @Intercept("invoices/:id") func check(_ request: RouteRequest) -> RouteDecision {
    customer == nil ? .veto("sign in first") : .allow
  }
}

@Route("invoices/:id", access: .external)
func invoice(id: Int) -> Page { Page(title: "invoice \(id)") }
// endregion

// region: signIn
struct SignInCancelled: Error {}

@Module
@MainActor
final class AccountModule {
  @Inject let router: Router
  private var customer: String?
  /// Shows the page, and returns the name that a person enters, or nil for Cancel.
  static var showPage: (SceneID?) async -> String? = { _ in nil }

  @Intercept("account/*rest", priority: .high, asksPerson: true)
  func check(_ request: RouteRequest) async -> RouteDecision {
    if customer != nil || request.name == "Account/enter" { return .allow }
    do {
      try await router.call(RouteRequest("account/enter", in: request.scene), as: Void.self)
      return .allow  // signed in: the link goes on
    } catch {
      return .veto("sign in first")
    }
  }

  @Route("account/enter") func enter(_ request: RouteRequest) async throws {
    guard let name = await Self.showPage(request.scene) else { throw SignInCancelled() }
    customer = name
  }

  @Route("account/points", access: .external)
  func points() -> Page { Page(title: "the points of \(customer ?? "nobody")") }
}
// endregion

// region: person
@MainActor func isAllowed(_ request: RouteRequest) async -> Bool { request.origin == .internal }
// endregion

@main
struct RoutesGuide {
  @MainActor static func main() async throws {
    // region: declare
    let application = Application(schemes: RouteSchemes(["bazaar"], hosts: ["shop.example"]))
    // endregion
    try await application.start()
    let router = application.router

    // region: call
    let page = try await router.call(OrderPage(id: 7))
    print(page.title)
    let byPath = try await router.call("orders/7?tab=open&limit=5", as: Page.self)
    print(byPath.title)
    let byName = try await router.call(
      RouteRequest(named: "Orders/line", ["id": 7, "line": 2]), as: Page.self)
    print(byName.title)
    print(try OrderPage(id: 7, tab: .open, tags: ["new", "blue"]).path())
    // endregion

    // region: now
    let latest = try router.callNow("orders/latest", as: Page.self)
    print(latest.title)
    let total = try router.callNow("orders/7/total", as: Int.self)
    print("total", total)
    // endregion

    // region: errors
    do {
      try await router.call(RouteRequest(named: "Orders/lnie", ["id": 7]), as: Void.self)
    } catch {
      print(error)
    }
    // endregion

    // region: outside
    print(try await router.open("bazaar://orders/7", as: Page.self).title)
    do {
      try await router.open("https://shop.example/orders/latest", as: Void.self)
    } catch {
      print(error)
    }
    print(router.canOpen("bazaar://orders/seven"))
    print(try await router.open("bazaar://about", as: Page.self).title)
    // endregion

    // region: guarded
    do {
      try await router.open("bazaar://invoices/7", as: Void.self)
    } catch {
      print(error)
    }
    // endregion

    try await addInterceptors(to: router)
    try await followLink(with: router)
    try await changePaths(of: router)

    await application.stop()
  }

  @MainActor static func addInterceptors(to router: Router) async throws {
    // region: intercept
    let token = try router.intercept("Repair", priority: .high, paths: ["orders/:id"]) { request in
      request.origin == .external ? .veto("back at noon") : .allow
    }
    do {
      try await router.open("bazaar://orders/7", as: Void.self)
    } catch {
      print(error)
    }
    router.remove(token)
    // endregion

    // region: ask
    let question = try router.intercept("Ask", asksPerson: true) { request async in
      await isAllowed(request) ? .allow : .veto("not now")  // a person answers
    }
    print(try await router.call(OrderPage(id: 8)).title)
    router.remove(question)
    // endregion
  }

  @MainActor static func followLink(with router: Router) async throws {
    // region: link
    let link = RouteRequest("bazaar://account/points", in: "left window")
    do {
      try await router.open(link, as: Void.self)  // the page is closed with Cancel
    } catch {
      print(error)
    }
    AccountModule.showPage = { scene in
      print("sign in, in the \(scene?.rawValue ?? "app")")
      return "Ann"
    }
    print(try await router.open(link, as: Page.self).title)
    // endregion
  }

  @MainActor static func changePaths(of router: Router) async throws {
    // region: redirects
    let map = """
      {"redirects": [{"from": "o/:id", "to": "orders/:id"}], "gone": ["sale/*rest"]}
      """
    router.replaceRedirects(try RouteRedirects(json: Data(map.utf8)))
    print(try await router.call("o/9", as: Page.self).title)
    router.notFound { request in Page(title: "nothing at \(request.path)") }
    print(try await router.call("sale/summer", as: Page.self).title)
    // endregion
  }
}
