// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

@Suite struct RouterTests {
  let journal = Journal()
  var router: Router { Shop.router(journal) }

  @Test func `a route is called by value, path, name and URL`() async throws {
    let router = router
    #expect(try await router.call(OrderPage(id: 7, tab: .open)) == "order 7 open")
    #expect(try await router.call("orders/7?tab=open", as: String.self) == "order 7 open")
    #expect(
      try await router.call(
        RouteRequest(named: "orders/show", ["id": 7, "tab": "open"]), as: String.self)
        == "order 7 open")
    #expect(try await router.call("bazaar://orders/7", as: String.self) == "order 7 -")
    #expect(try await router.open("https://shop.example/orders/7", as: String.self) == "order 7 -")
  }

  @Test func `a handler may read the request itself`() async throws {
    #expect(
      try await router.call("orders/latest?a=b", as: String.self)
        == "/orders/latest?a=b internal orders/latest")
    #expect(
      try await router.call(RouteRequest(named: "orders/latest", ["a": "b"]), as: String.self)
        == "/orders/latest?a=b internal orders/latest")
  }

  @Test func `only external routes answer external calls, and refusals are reported`()
    async throws
  {
    #expect(try await router.open("bazaar://orders/7", as: String.self) == "order 7 -")
    let refused = RouteError.refused(path: "/home", route: "home/tab")
    await #expect(throws: refused) { try await router.open("bazaar://home", as: Void.self) }
    #expect(journal.all.last == "\(refused)")
    await #expect(throws: RouteError.undeclaredScheme("other", declared: ["bazaar"])) {
      try await router.open("other://orders/7", as: Void.self)
    }
  }

  @Test(arguments: [
    ("nowhere", RouteError.notFound(path: "/nowhere", near: [])),
    (
      "orders/seven",
      .notFound(path: "/orders/seven", near: ["/orders/:id (id: integer)"])
    ),
    ("orders/7", .wrongOutput(route: "orders/show", expected: "Int", actual: "String")),
    ("search", .wrongOutput(route: "home/search", expected: "Int", actual: "Array<String>")),
    ("broken", .failed(route: "home/broken", .init(Broken()))),
    ("orders/7?%", .malformedURL(text: "orders/7?%", fault: .badEscape, position: 9)),
  ])
  func `a call by path says what is wrong`(path: String, error: RouteError) async {
    await #expect(throws: error) { try await router.call(RouteRequest(path), as: Int.self) }
    #expect(journal.all.isEmpty)
  }

  @Test(
    arguments: [
      ("Shop/show", RouteArguments(), .unknownName("Shop/show", near: ["orders/show"])),
      ("orders/shw", RouteArguments(), RouteError.unknownName("orders/shw", near: ["orders/show"])),
      (
        "orders/show", ["di": 7],
        .wrongLabels(
          route: "orders/show", expected: ["id", "tab"], optional: ["tab"], given: ["di"])
      ),
      (
        "orders/show", [:],
        .wrongLabels(route: "orders/show", expected: ["id", "tab"], optional: ["tab"], given: [])
      ),
      (
        "orders/show", ["id": 1, "id": 2],
        .wrongLabels(
          route: "orders/show", expected: ["id", "tab"], optional: ["tab"], given: ["id", "id"])
      ),
      (
        "orders/show", ["id": "x"],
        .wrongArgument(label: "id", expected: "Int", text: "x", route: "orders/show")
      ),
      (
        "home/search", [:],
        .wrongLabels(route: "home/search", expected: ["text"], optional: [], given: [])
      ),
    ] as [(String, RouteArguments, RouteError)])
  func `a call by name says what is wrong`(
    name: String, arguments: RouteArguments, error: RouteError
  ) async {
    await #expect(throws: error) {
      try await router.call(RouteRequest(named: name, arguments), as: Void.self)
    }
  }

  @Test func `an undeclared route is unhandled`() async {
    await #expect(
      throws: RouteError.unhandled(type: "SearchPage", pattern: "shops/:shop/find/:id")
    ) { try await router.call(SearchPage(shop: "one", id: 7)) }
  }

  @Test func `a call as Void drops any output`() async throws {
    try await router.call("orders/7", as: Void.self)
    #expect(journal.all == ["order 7"])
  }

  @Test(arguments: [
    ("bazaar://orders/7", RouteOrigin.external, true), ("orders/7?tab=ajar", .external, false),
    ("bazaar://orders/7?tab=open&tab=closed", .external, false), ("home", .external, false),
    ("home", .internal, true), ("search", .internal, false), ("search?text=a", .internal, true),
    ("other://orders/7", .internal, false), ("..", .internal, false), ("nowhere", .internal, false),
  ])
  func `canOpen answers without calling a handler`(url: String, origin: RouteOrigin, isOpen: Bool) {
    #expect(router.canOpen(RouteRequest(url), from: origin) == isOpen)
    #expect(journal.all.isEmpty)
  }

  @Test @MainActor func `a synchronous handler needs no await on the main actor`() throws {
    let router = router
    #expect(try router.callNow(HomeTab()).title == "home")
    #expect(try router.callNow("home", as: View.self).title == "home")
    #expect(
      try router.callNow(RouteRequest(named: "home/search", ["text": "a b"]), as: [String].self)
        == [
          "a", "b",
        ])
    #expect(
      throws: RouteError.needsAwait(
        route: "orders/show",
        because: """
          its handler is async or runs elsewhere; make it synchronous, and `nonisolated` or \
          `@MainActor`
          """)
    ) { try router.callNow(OrderPage(id: 7)) }
  }

  @Test @MainActor
  func `an output of a subclass passes as its superclass, but not the reverse`() throws {
    final class Zoomed: Picture {}
    let handlers: [RouteHandler] = [
      .main(Shop.declaration("zoomed", "x/zoomed", [], Zoomed.self)) { _ in Zoomed() },
      .main(Shop.declaration("picture", "x/picture", [], Picture.self)) { _ in Zoomed() },
    ]
    let router = Router(RouteTable(handlers.map(\.declaration)))
    router.attach(handlers, owner: "x")
    #expect(try router.callNow("zoomed", as: Picture.self) is Zoomed)
    #expect(try router.callNow("zoomed", as: Picture?.self) is Zoomed)
    #expect(
      throws: RouteError.wrongOutput(route: "x/picture", expected: "Zoomed", actual: "Picture")
    ) { try router.callNow("picture", as: Zoomed.self) }
  }

  @Test func `redirects are followed, and a bad map keeps the old one`() async throws {
    let router = router
    let map = #"{"redirects": [{"from": "o/:id", "to": "orders/:id"}]}"#
    router.replaceRedirects(try RouteRedirects(json: Data(map.utf8)))
    #expect(try await router.call("o/7?tab=open", as: String.self) == "order 7 open")
    #expect(throws: RouteError.self) {
      router.replaceRedirects(try RouteRedirects(json: Data("{}".utf8)))
    }
    #expect(router.canOpen("bazaar://o/7"))
    let gone = #"{"redirects": [], "gone": ["orders/7"]}"#
    router.replaceRedirects(try RouteRedirects(json: Data(gone.utf8)))
    await #expect(throws: RouteError.gone(path: "/orders/7")) {
      try await router.call("orders/7", as: String.self)
    }
    router.notFound { request in "no \(request.path)" }
    #expect(try await router.call("orders/7", as: String.self) == "no /orders/7")
  }

  @Test func `a scheme's not-found handler takes precedence over the general one`() async throws {
    let router = router
    router.notFound { request in "no \(request.path)" }
    router.notFound(scheme: "Bazaar") { request in "nothing at \(request.url)" }
    #expect(try await router.call("a/b", as: String.self) == "no /a/b")
    #expect(try await router.open("bazaar://a", as: String.self) == "nothing at bazaar://a")
    await #expect(
      throws: RouteError.wrongOutput(
        route: "the not-found handler", expected: "Int", actual: "String")
    ) { try await router.call("a", as: Int.self) }
    router.notFound { _ in throw CancellationError() }
    let failed = RouteError.failed(
      route: "the not-found handler", RouteError.Failure(CancellationError()))
    await #expect(throws: failed) { try await router.call("a", as: String.self) }
    router.notFound(nil)
    await #expect(throws: RouteError.notFound(path: "/a", near: [])) {
      try await router.call("a", as: String.self)
    }
  }

  @Test(arguments: [false, true])
  func `a cancellation error is the caller's only if the caller was cancelled`(
    isCancelled: Bool
  ) async throws {
    let declaration = RouteDeclaration(
      pattern: "slow", parameters: [], output: Void.self, name: "home/slow", owner: "home",
      isAsync: true, declaredAt: "")
    let router = Router(RouteTable([declaration]))
    let handler = RouteHandler.background(declaration) { _ in
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      throw CancellationError()
    }
    router.attach([handler], owner: "home")
    let result = await Task { try await router.call("slow", as: Void.self) }.result
    let error: RouteError =
      isCancelled
      ? .cancelled(route: "home/slow")
      : .failed(route: "home/slow", RouteError.Failure(CancellationError()))
    #expect(throws: error) { try result.get() }
  }

  @Test func `all routes are listed by name, and as JSON`() throws {
    let routes = router.routes
    #expect(
      routes.map(\.name)
        == ["home/broken", "home/search", "home/tab", "orders/latest", "orders/show"])
    let order = try #require(routes.last)
    #expect(order.parameters.map(\.source) == [.path, .query])
    #expect(order.parameters.map(\.isRequired) == [true, false])
    #expect(order.parameters.map(\.type) == ["Int", "Tab?"])
    #expect(order.access == .external && order.isAsync && order.output == "String")
    let json = try JSONEncoder().encode(routes)
    #expect(try JSONDecoder().decode([RouteInfo].self, from: json) == routes)
  }
}

private class Picture {}
