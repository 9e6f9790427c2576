// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

/// External calls and their outcomes.
@Suite struct OutsideTests {
  let journal = Journal()
  let router: Router

  init() { router = Shop.router(journal) }

  @Test(arguments: [
    "home", "/home", "bazaar://home", "BAZAAR://HOME", "bazaar:///home", "bazaar://home/?a=b#c",
    "https://shop.example/home", "https://SHOP.example:443//home//", "bazaar://h%6Fme",
  ])
  func `an internal route is refused in any spelling, and reported`(url: String) async {
    let refused = RouteError.refused(path: "/home", route: "home/tab")
    await #expect(throws: refused) { try await router.open(RouteRequest(url), as: Void.self) }
    #expect(journal.all == ["\(refused)"])
  }

  @Test @MainActor func `an internal route that is opened without await is refused and reported`() {
    let refused = RouteError.refused(path: "/home", route: "home/tab")
    #expect(throws: refused) { try router.openNow("bazaar://home", as: Void.self) }
    #expect(journal.all == ["\(refused)"])
    #expect(throws: RouteError.self) { try router.openNow("bazaar://x", as: Void.self) }
    #expect(journal.all.count == 1, "a URL without a route is the caller's matter alone")
  }

  @Test func `a redirect map leads external calls to no internal route`() async throws {
    let map = #"{"redirects": [{"from": "old", "to": "home"}]}"#
    router.replaceRedirects(try RouteRedirects(json: Data(map.utf8)))
    await #expect(throws: RouteError.refused(path: "/home", route: "home/tab")) {
      try await router.open("bazaar://old", as: Void.self)
    }
    #expect(!router.canOpen("bazaar://old"))
    #expect(router.canOpen("bazaar://old", from: .internal))
    try await router.call("old", as: Void.self)
  }

  @Test func `an interceptor that takes time redirects external calls to internal routes, too`()
    async throws
  {
    try router.intercept("sign in", paths: ["orders/:id"]) { _ async in
      await Task.yield()
      return .redirect(to: "home")
    }
    try await router.open("bazaar://orders/7", as: Void.self)
    await #expect(throws: RouteError.refused(path: "/home", route: "home/tab")) {
      try await router.open("bazaar://home", as: Void.self)
    }
  }

  @Test func `a not-found handler gets the call's origin and answers no refused call`()
    async throws
  {
    router.notFound(scheme: "https") { "https \($0.origin.rawValue) \($0.url)" }
    router.notFound { "any \($0.origin.rawValue) \($0.url) \($0.arguments.texts("a"))" }
    #expect(
      try await router.open("https://shop.example/x?a=1", as: String.self)
        == "https external https://shop.example/x?a=1")
    #expect(
      try await router.open("bazaar://x?a=1", as: String.self)
        == "any external bazaar://x?a=1 [\"1\"]")
    #expect(try await router.call("x", as: String.self) == "any internal /x []")
    await #expect(throws: RouteError.refused(path: "/home", route: "home/tab")) {
      try await router.open("bazaar://home", as: String.self)
    }
    router.notFound(scheme: "HTTPS", nil)
    #expect(
      try await router.open("https://shop.example/x", as: String.self)
        == "any external https://shop.example/x []")
  }

  @Test func `a not-found handler's error is reported as its failure`() async {
    router.notFound { _ in throw Broken() }
    await #expect(
      throws: RouteError.failed(route: "the not-found handler", .init(Broken()))
    ) { try await router.call("x", as: String.self) }
  }

  @Test func `limits apply to calls, redirects and canOpen`() async throws {
    let handlers = Shop.handlers()
    let router = Router(
      RouteTable(handlers.map(\.declaration)), schemes: ["bazaar"],
      limits: RouteLimits(urlLength: 40, segments: 3, queryItems: 1))
    Shop.attach(router, handlers)
    let long = "bazaar://orders/7?tab=" + String(repeating: "a", count: 30)
    for (url, fault) in [
      (long, RouteURLFault.tooLong(limit: 40)), ("a/b/c/d", .tooManySegments(limit: 3)),
      ("bazaar://orders/7?a&b", .tooManyQueryItems(limit: 1)),
    ] {
      await #expect {
        try await router.open(RouteRequest(url), as: Void.self)
      } throws: { error in
        guard case RouteError.malformedURL(_, fault, _) = error else { return false }
        return true
      }
      #expect(!router.canOpen(RouteRequest(url), from: .internal))
    }
    try router.intercept("far") {
      $0.segments.last == "7" ? .redirect(to: RouteRequest(long)) : .allow
    }
    await #expect(throws: RouteError.self) { try await router.call("orders/7", as: Void.self) }
    #expect(try await router.call("orders/8", as: String.self) == "order 8 -")
  }

  @Test func `the JSON of routes is stable`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let order = try #require(router.routes.last)
    let json = String(decoding: try encoder.encode(order), as: UTF8.self)
    #expect(json.contains(#""declaredAt":"GantryRoutingTests/ShopRoutes.swift:"#))
    #expect(
      json.replacing(/ShopRoutes.swift:\d+/, with: "ShopRoutes.swift:1")
        == #"{"access":"external","declaredAt":"GantryRoutingTests/ShopRoutes.swift:1","#
        + #""isAsync":true,"name":"orders/show","output":"String","owner":"orders","#
        + #""parameters":[{"isRequired":true,"label":"id","source":"path","type":"Int"},"#
        + #"{"isRequired":false,"label":"tab","source":"query","type":"Tab?"}],"#
        + #""pattern":"orders/:id"}"#)
  }
}
