// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

@Suite struct RouteRedirectsTests {
  static let map = """
    {
      "redirects": [
        {"from": "old/:id", "to": "orders/:id"},
        {"from": "old/latest", "to": "orders"},
        {"from": "files/*rest", "to": "documents/*rest"},
        {"from": "users/:name/files/*rest", "to": "files/:name/all/*rest"},
        {"from": "start", "to": "/"},
        {"from": "shop/:a/:b", "to": ":b/:a"},
        {"from": "detail?id", "to": "items/:id"},
        {"from": "photo/:album?id&size", "to": ":size/:album/:id"},
        {"from": "shop://Goods/:Id", "to": "items/:Id"},
        {"from": "shop://:kind/all", "to": "list/:kind"},
        {"from": "https://old.example/start", "to": "welcome"},
        {"from": "https://localhost:8443/", "to": "local"},
        {"from": "bazaar://start", "to": "bazaar"}
      ],
      "gone": ["sale/*rest", "documents/secret", "shop://offer"]
    }
    """

  private static let schemes = RouteSchemes(
    ["bazaar", "shop"], hosts: ["shop.example", "old.example", "localhost:8443"])

  static func redirects(_ json: String) throws(RouteError) -> RouteRedirects {
    try RouteRedirects(json: Data(json.utf8))
  }

  static func redirects(
    _ entries: [(from: String, to: String)]
  ) throws(RouteError) -> RouteRedirects {
    let list = entries.map { #"{"from": "\#($0.from)", "to": "\#($0.to)"}"# }
    return try redirects(#"{"redirects": [\#(list.joined(separator: ","))]}"#)
  }

  private static func destination(of text: String) throws -> RouteRedirects.Destination? {
    try redirects(map).destination(of: RouteURL(parsing: text, schemes: schemes))
  }

  @Test(arguments: [
    ("old/7", "/orders/7"), ("old/latest", "/orders"), ("files/a/b", "/documents/a/b"),
    ("users/ann/files/x/y", "/documents/ann/all/x/y"), ("start", "/"), ("shop/1/2", "/2/1"),
    ("old/a%2Fb", "/orders/a%2Fb"), ("old/100%25", "/orders/100%25"), ("/old//7/", "/orders/7"),
    ("shop/latest/old", "/orders"), ("shop/7/old", "/orders/7"),
    ("old/7?a=1&a=2&b", "/orders/7?a=1&a=2&b"),
  ])
  func `a path is followed to its end`(path: String, end: String) throws {
    #expect(try Self.destination(of: path) == .moved(RouteURL(parsing: end)))
  }

  @Test(arguments: [
    ("detail?id=9", "/items/9"), ("detail?a=1&id=9&b=2", "/items/9?a=1&b=2"),
    ("detail?id=9&id=8&a=1", "/items/9?a=1"), ("detail?id=a%2Fb%25", "/items/a%2Fb%25"),
    ("photo/summer?size=small&id=7", "/small/summer/7"),
    ("bazaar://detail?id=9", "bazaar://items/9"),
    ("https://shop.example/detail?id=9", "https://shop.example/items/9"),
  ])
  func `a target has the text of a query item`(text: String, end: String) throws {
    let expected = try RouteURL(parsing: end, schemes: Self.schemes)
    #expect(try Self.destination(of: text) == .moved(expected))
  }

  @Test(arguments: [
    ("old/:name", "login?user=:name", "old/ann?a=1", "/login?user=ann&a=1"),
    ("photo/:id", "main/photo/:id?big=true", "photo/7", "/main/photo/7?big=true"),
    ("photo/:id", "photos?id=:id&big", "photo/a%2Fb%26c", "/photos?id=a%2Fb%26c&big"),
    ("q/:id", "items/:id?tab=open", "q/7?tab=closed&x=1", "/items/7?tab=open&x=1"),
    ("detail?id", "items?item=:id", "detail?id=7&id=8", "/items?item=7"),
    ("detail?id", "items?id=:id", "detail?id=7", "/items?id=7"),
    ("go?to", "open?next=:to", "go?to=%2Forders%2F..%2F7%3Fa", "/open?next=%2Forders%2F..%2F7%3Fa"),
    ("go?to", "open?next=:to", "go?to=", "/open?next="),
    ("files/*rest", "find?part=*rest", "files/a/b%2Fc", "/find?part=a&part=b%2Fc"),
    ("a", "b?x=1&x=2+3&y=%3Aid&z=&%C3%BC=%26", "a?x=9", "/b?x=1&x=2+3&y=:id&z=&ü=%26"),
    ("bazaar://old/:name", "/?user=:name", "bazaar://old/ann", "bazaar:///?user=ann"),
  ])
  func `a target has a query with constants and captures`(
    from: String, to: String, text: String, end: String
  ) throws {
    let redirects = try Self.redirects([(from: from, to: to)])
    let url = try RouteURL(parsing: text, schemes: Self.schemes)
    let expected = try RouteURL(parsing: end, schemes: Self.schemes)
    #expect(try redirects.destination(of: url) == .moved(expected))
  }

  @Test(arguments: [
    "b?x=1&x=2%203&y=%3Aid&z=&%C3%BC=%26&flag", "b/:id?c=:id&d=*rest", "b/*rest",
  ])
  func `a target is printed as it is read`(to: String) throws {
    let redirects = try Self.redirects([(from: "a/:id/*rest", to: to)])
    #expect(redirects.entries.map { $0.to?.description } == [to])
  }

  @Test func `a call has the arguments that a target sets`() async throws {
    let declaration = RouteDeclaration(
      pattern: "login", parameters: [.init("user", String.self), .init("big", Bool.self)],
      output: String.self, name: "main/login", owner: "main", isAsync: false, declaredAt: "A:1")
    let router = Router(RouteTable([declaration]))
    router.attach(
      [
        .anywhere(declaration) { call in
          try
            "\(call.arguments.value("user", String.self)) \(call.arguments.value("big", Bool.self))"
        }
      ], owner: "main")
    let redirects = try Self.redirects([
      (from: "old/:name", to: "login?user=:name&big=true"), (from: "older/:n", to: "old/:n?x=1"),
      (from: "bad", to: "nowhere?user=x"),
    ])
    router.replaceRedirects(redirects)
    #expect(try await router.call("old/ann", as: String.self) == "ann true")
    #expect(try await router.call("older/ann", as: String.self) == "ann true")
    #expect(router.check(redirects).map(\.message).contains { $0.contains("nowhere?user=x") })
    #expect(router.check(redirects).count == 1)
  }

  @Test(arguments: [
    "detail", "detail?a=1", "detail?id", "detail?id=", "detail?id=..", "detail?id=a%2F..",
    "detail?ID=9", "photo/summer?id=7", "detail?id=%0A",
  ])
  func `a URL without a text for each query item is not redirected`(text: String) throws {
    #expect(try Self.destination(of: text) == nil)
  }

  @Test(arguments: [
    ("shop://goods/7", "shop://items/7"), ("SHOP://GOODS/7?a=1", "shop://items/7?a=1"),
    ("shop://toys/all", "shop://list/toys"), ("shop://old/7", "shop://orders/7"),
    ("https://old.example/start", "https://old.example/welcome"),
    ("https://old.example:443/start", "https://old.example/welcome"),
    ("https://shop.example/start", "https://shop.example/"),
    ("https://localhost:8443", "https://localhost:8443/local"),
    ("bazaar://start", "bazaar://bazaar"), ("shop://start", "shop:///"),
  ])
  func `a pattern with a scheme matches only URLs of that scheme and host`(
    text: String, end: String
  ) throws {
    let expected = try RouteURL(parsing: end, schemes: Self.schemes)
    #expect(try Self.destination(of: text) == .moved(expected))
  }

  @Test(arguments: [
    "", "orders/7", "old", "old/7/x", "sale", "documents/x", "Old/7", "goods/7", "bazaar://goods/7",
    "toys/all", "https://localhost:8443/x", "offer",
  ])
  func `a URL without an entry is not redirected`(text: String) throws {
    #expect(try Self.destination(of: text) == nil)
    let url = try RouteURL(parsing: text, schemes: Self.schemes)
    #expect(try RouteRedirects.none.destination(of: url) == nil)
  }

  @Test(arguments: ["sale/x", "sale/x/y", "documents/secret", "files/secret", "shop://offer"])
  func `a gone path is gone, even if a redirect leads to it`(text: String) throws {
    #expect(try Self.destination(of: text) == .gone)
  }

  @Test(arguments: [
    ("old/7?a=1", "/orders/7?a=1"), ("bazaar://detail?id=9", "bazaar://items/9"),
    ("https://shop.example/detail?id=9", "https://shop.example/items/9"), ("orders/7", nil),
  ])
  func `a text is followed to the text of its end, with its scheme and host`(
    text: String, end: String?
  ) throws {
    let redirects = try Self.redirects(Self.map)
    #expect(try redirects.destination(of: text, schemes: Self.schemes) == end)
  }

  @Test func `a text whose path is gone, or that isn't a URL, is an error`() throws {
    let redirects = try Self.redirects(Self.map)
    #expect(throws: RouteError.gone(path: "/files/secret")) {
      try redirects.destination(of: "files/secret")
    }
    #expect(throws: RouteError.malformedURL(text: "a/%zz", fault: .badEscape, position: 2)) {
      try redirects.destination(of: "a/%zz")
    }
    let undeclared = RouteError.undeclaredHost("elsewhere.example", declared: [])
    #expect(throws: undeclared) { try redirects.destination(of: "https://elsewhere.example/old/7") }
    #expect {
      try redirects.destination(of: "old/7", limits: RouteLimits(segments: 1))
    } throws: { error in
      if case RouteError.malformedURL(_, .tooManySegments(limit: 1), _) = error {
        true
      } else {
        false
      }
    }
  }

  @Test func `eight redirects are followed, and a ninth is an error with the chain`() throws {
    let redirects = try Self.redirects((0..<9).map { (from: "a\($0)/:x", to: "a\($0 + 1)/:x") })
    #expect(
      try redirects.destination(of: RouteURL(parsing: "a1/b")) == .moved(RouteURL(parsing: "a9/b")))
    let chain = (0..<10).map { "/a\($0)/b" }
    #expect(throws: RouteError.redirectLoop(chain: chain)) {
      try redirects.destination(of: RouteURL(parsing: "a0/b"))
    }
  }

  @Test(
    arguments: [
      ([("a", "a")], "a", ["/a", "/a"]),
      ([("a", "b"), ("b", "c"), ("c", "b")], "a", ["/a", "/b", "/c", "/b"]),
      ([("a/:x", "b/:x"), ("b/7", "a/7")], "a/7?k=1", ["/a/7?k=1", "/b/7?k=1", "/a/7?k=1"]),
    ] as [([(from: String, to: String)], String, [String])])
  func `a circle is an error with the chain`(
    entries: [(from: String, to: String)], start: String, chain: [String]
  ) throws {
    let redirects = try Self.redirects(entries)
    #expect(throws: RouteError.redirectLoop(chain: chain)) {
      try redirects.destination(of: RouteURL(parsing: start))
    }
  }

  @Test func `a path that grows without an end is stopped with a short message`() throws {
    let far = String(repeating: "z", count: 500)
    let redirects = try Self.redirects([(from: "*r", to: "\(far)/*r")])
    let error = #expect(throws: RouteError.self) {
      try redirects.destination(of: RouteURL(parsing: "x"))
    }
    #expect(try #require(error).description.utf8.count < 2_500)
  }

  @Test func `a URL that passes the limits on its way is refused`() throws {
    let far = String(repeating: "z/", count: 31)
    let redirects = try Self.redirects([
      (from: "a/*r", to: "\(far)*r"), (from: "b/*r", to: "orders/*r"), (from: "z/*r", to: "b/7"),
    ])
    #expect {
      try redirects.destination(of: RouteURL(parsing: "a/x"), limits: RouteLimits(segments: 20))
    } throws: { error in
      guard case RouteError.malformedURL(_, .tooManySegments(limit: 20), _) = error else {
        return false
      }
      return true
    }
    let limits = RouteLimits(urlLength: .max, segments: .max, queryItems: .max, callDepth: .max)
    #expect(limits.segments == 65_534)
    #expect(
      try redirects.destination(of: RouteURL(parsing: "a/x"), limits: limits)
        == .moved(RouteURL(parsing: "orders/7")))
  }

  @Test func `a redirect to a path that no route or redirect answers is a fault`() throws {
    let table = RouteTable([
      Shop.declaration("orders/:id", "orders/show", [], Void.self),
      Shop.declaration("home", "home/show", [], Void.self),
    ])
    let map = try Self.redirects([
      (from: "a", to: "home"), (from: "b/:x", to: "orders/:x"), (from: "c", to: "a"),
      (from: "d", to: "hoem"), (from: "e/:x", to: "oders/:x"), (from: "f/*r", to: "orders/*r"),
      (from: "g?id", to: "b/:id"), (from: "h", to: "g"), (from: "shop://i", to: "nowhere"),
    ])
    #expect(
      Router(table).check(map) == [
        .unansweredRedirect(keyPath: "redirects[3]", to: "hoem"),
        .unansweredRedirect(keyPath: "redirects[4]", to: "oders/:x"),
        .unansweredRedirect(keyPath: "redirects[8]", to: "nowhere"),
      ])
    #expect(Router(table).check(.none) == [])
  }

  @Test func `a call that is redirected past the limits or in a circle reaches no handler`()
    async throws
  {
    let journal = Journal()
    let router = Shop.router(journal)
    let far = String(repeating: "z/", count: 30)
    router.replaceRedirects(
      try Self.redirects([
        (from: "a/*r", to: "e/\(far)*r"), (from: "e/*r", to: "f/\(far)*r"),
        (from: "f/*r", to: "g/\(far)*r"), (from: "g/*r", to: "orders/7"),
        (from: "c", to: "d"), (from: "d", to: "c"),
      ]))
    for path in ["a/x", "c"] {
      #expect(!router.canOpen(RouteRequest(path), from: .internal))
      await #expect(throws: RouteError.self) {
        try await router.call(RouteRequest(path), as: Void.self)
      }
    }
    #expect(journal.all == ["\(RouteError.redirectLoop(chain: ["/c", "/d", "/c"]))"])
  }
}
