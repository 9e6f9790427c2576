// SPDX-License-Identifier: Apache-2.0

import Account
import AccountAPI
import Gantry
import GantryTesting
import OrdersAPI
import Testing
import WebAPI

@Suite struct AccountTests {
  private func start(earlier count: Int? = nil) async throws -> TestApplication {
    try await TestApplication.start(
      AccountModule.self,
      providing: {
        if let count { $0.provide(FixedHistory(count: count), as: (any OrderHistory).self) }
      }, schemes: ["bazaar"],
      adding: { OrdersStand.add(to: &$0) })
  }

  @Test func `signing in tells the other modules and greets`() async throws {
    let host = try await start()
    #expect(try await host.open("bazaar://account/sign-in?name=Ada"))
    #expect(host.sent(SignedIn.self) == [SignedIn(customer: "Ada")])
    #expect(host.shown == ["Account: signed in as Ada, no orders yet"])
  }

  @Test(arguments: [(0, "no orders yet"), (1, "1 order so far"), (2, "2 orders so far")])
  func `the greeting counts earlier orders`(count: Int, past: String) async throws {
    let host = try await start(earlier: count)
    try await host.open("bazaar://account/sign-in?name=Ada")
    #expect(host.shown == ["Account: signed in as Ada, \(past)"])
  }

  @Test func `the account service knows who is signed in`() async throws {
    let host = try await start()
    let account = try host.application.services.resolve((any AccountService).self)
    #expect(await account.customer == "guest")
    try await host.open("bazaar://account/sign-in?name=Ada")
    #expect(await account.customer == "Ada")
    try await host.open("bazaar://account/sign-out")
    #expect(await account.customer == "guest")
    #expect(host.sent(SignedOut.self) == [SignedOut()])
  }

  @Test func `without a name nobody is signed in`() async throws {
    let host = try await start()
    #expect(try await host.open("bazaar://account/sign-in"))
    #expect(host.sent(SignedIn.self).isEmpty)
    #expect(try await host.open("bazaar://account/sign-in?name=guest"))
    #expect(
      host.shown == [
        "Account: nobody signed in: 'name' is missing",
        "Account: nobody signed in: 'guest' is whoever has no name",
      ])
  }

  @Test(arguments: [
    "bazaar://account/sign-up", "bazaar://shop/place?item=tea",
    "https://account/sign-in?name=Ada", "bazaar://account/sign-in?name=%FF",
  ])
  func `other URLs are left to others`(url: String) async throws {
    let host = try await start()
    #expect(try await host.open(url) == false)
    #expect(host.shown.isEmpty)
  }

  @Test func `a browser's customer is not the terminal's`() async throws {
    let host = try await start()
    let deed = try await host.visit("/account/sign-in", as: Deed.self, form: "name=Grace")
    #expect(deed == Deed(path: "/account", .done("Welcome, Grace!"), customer: .signedIn("Grace")))
    #expect(host.sent(SignedIn.self) == [SignedIn(customer: "Grace", isInBrowser: true)])
    let account = try host.application.services.resolve((any AccountService).self)
    #expect(await account.customer == "guest")
  }

  @Test(arguments: [
    ("next=%2Forders%2F7", "/orders/7"), ("next=%2F%2Fevil.example%2Fx", "/evil.example/x"),
    ("next=https%3A%2F%2Fevil.example", "/account"), ("next=%2F..%2Fx", "/account"),
    ("next=javascript:alert(1)", "/account"), ("next=%5C%5Cevil.example", "/account"),
    ("", "/account"),
  ])
  func `signing in goes on to a page of this shop only`(next: String, path: String) async throws {
    let host = try await start()
    let deed = try await host.visit("/account/sign-in", as: Deed.self, form: "name=Ada&\(next)")
    #expect(deed.path == path)
  }

  @Test func `the page asks for a name, or shows it as text`() async throws {
    let host = try await start()
    let form = try await host.visit("/account?next=/orders/7", as: Page.self)
    #expect(form.content.contains("name=\"next\" value=\"/orders/7\""))
    #expect(form.content.contains("name=\"ticket\" value=\"the-ticket\""))
    let name = "<script>alert(1)</script>"
    let page = try await host.visit("/account", as: Page.self, by: name)
    #expect(page.content.contains("Hello, &lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!page.content.contains("<script"))
  }

  @Test func `some pages ask a browser for a name first`() async throws {
    let host = try await start()
    let asked = try await host.visit("/orders/7", as: Page.self)
    #expect(asked.title == "Sign in")
    #expect(asked.content.contains("value=\"/orders/7\""))
    let orders = try await host.visit("/orders/7", as: Page.self, by: "Ada")
    #expect(orders.title == "the order")
    // At the terminal, and for a form, the guard does not interfere.
    #expect(try await host.application.router.open("/orders/7", as: Page.self).title == "the order")
    #expect(try await host.visit("/orders/place", as: Deed.self, form: "x=1").path == "/")
  }

  @Test func `a guard that cannot start leaves no door open`() async throws {
    let error = await #expect(throws: TestApplicationError.self) {
      try await TestApplication.start(
        AccountModule.self,
        configuration: ["Account.signInFor": ["::"]],
        adding: { OrdersStand.add(to: &$0) })
    }
    #expect(error.map { "\($0)" }?.contains("::") == true)
  }

  @Test func `nobody is asked any more when the module has stopped`() async throws {
    let host = try await start()
    await host.stop()
    try await host.start()
    #expect(try await host.visit("/orders/7", as: Page.self).title == "Sign in")
  }
}

/// Has a page that asks for a name, and takes a form.
private enum OrdersStand {
  static func add(to builder: inout ApplicationBuilder) {
    let access = RouteOptions(access: .external)
    builder.add(
      ModuleManifest(function: "Shown") { stand in
        stand.route(
          "orders/:id", [RouteParameter("id", Int.self)], access,
          body: .background { _, _, _ -> Page in
            Page(title: "the order", content: "")
          })
      })
    builder.add(
      ModuleManifest(function: "Taken") { stand in
        stand.route(
          "orders/place", nil, access, body: .background { _, _, _ -> Deed in Deed(path: "/") })
      })
  }
}
