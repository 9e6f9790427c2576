// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

/// Queries in `from` and `to`, and whole URLs in `from`.
@Suite struct RedirectAddressTests {
  private static let schemes = RouteSchemes(
    ["bazaar", "shop"], hosts: ["shop.example", "old.example"])

  private static func redirects(
    _ entries: [(from: String, to: String)]
  ) throws(RouteError) -> RouteRedirects {
    let list = entries.map { #"{"from": "\#($0.from)", "to": "\#($0.to)"}"# }
    return try RouteRedirectsTests.redirects(
      #"{"version": 1, "redirects": [\#(list.joined(separator: ","))]}"#)
  }

  private static let map = [
    (from: "photo/:id", to: "main/photo/:id?big=true"),
    (from: "product?pid=:id", to: "products/:id"),
    (from: "product?pid=:id&shop=two", to: "two/:id"),
    (from: "product", to: "products"),
    (from: "search?q=:text", to: "search?text=:text"),
    (from: "files/*rest", to: "file?path=:rest"),
    (from: "https://old.example/start", to: "welcome"),
    (from: "shop://Goods/:id", to: "products/:id"),
    (from: "en/*rest", to: "*rest"),
  ]

  @Test(arguments: [
    ("photo/7", "/main/photo/7?big=true"), ("photo/7?big=no&a=1", "/main/photo/7?a=1&big=true"),
    ("product?pid=9", "/products/9"), ("product?a=1&pid=9&b=2", "/products/9?a=1&b=2"),
    ("product?pid=9&shop=two", "/two/9"), ("product?pid=9&shop=three", "/products/9?shop=three"),
    ("product", "/products"), ("product?a=1", "/products?a=1"),
    ("product?pid=a%2Fb", "/products/a%2Fb"), ("product?pid=..", "/products?pid=.."),
    ("bazaar://product?pid=9", "bazaar://products/9"),
    ("https://shop.example/product?pid=9&shop=two", "https://shop.example/two/9"),
    ("product?pid=", "/products?pid="), ("product?pid=a%2F..", "/products?pid=a%2F.."),
    ("search?q=a%26b", "/search?text=a%26b"), ("files/a%2Fb/c", "/file?path=a%2Fb%2Fc"),
    ("https://old.example/start", "https://old.example/welcome"),
    ("shop://goods/7", "shop://products/7"), ("en/en/x", "/x"),
    ("en/photo/1", "/main/photo/1?big=true"),
  ])
  func `a URL is followed with its query`(text: String, end: String) throws {
    let found = try Self.redirects(Self.map).destination(
      of: RouteURL(parsing: text, schemes: Self.schemes))
    #expect(found == .moved(try RouteURL(parsing: end, schemes: Self.schemes)))
  }

  @Test(
    arguments: [
      [("bazaar://a", "b"), ("shop://b", "a")],
      [("https://shop.example/a", "b"), ("https://old.example/b", "a")],
      [("https://shop.example/a", "b"), ("bazaar://b", "a")],
    ] as [[(from: String, to: String)]])
  func `entries of different schemes and hosts make no cycle`(
    entries: [(from: String, to: String)]
  ) throws {
    let redirects = try Self.redirects(entries)
    for (from, to) in entries {
      let url = try RouteURL(parsing: from, schemes: Self.schemes)
      guard case .moved(let end)? = try redirects.destination(of: url) else {
        Issue.record("\(from) stays")
        continue
      }
      #expect(try end.path == RoutePath(parsing: to))
    }
  }

  @Test(
    arguments: [
      [("bazaar://a", "b"), ("bazaar://b", "a")],
      [("https://shop.example/a", "b"), ("https://shop.example/b", "a")],
      [("bazaar://a", "b"), ("b", "a")],
    ] as [[(from: String, to: String)]])
  func `entries of one scheme and host can make a cycle`(entries: [(from: String, to: String)]) {
    let circle = RouteRedirectsFault.cycle(keyPaths: ["redirects[0]", "redirects[1]"])
    #expect(throws: RouteError.invalidRedirects([circle])) { try Self.redirects(entries) }
  }

  @Test(arguments: [
    "start", "https://shop.example/start", "bazaar://start", "goods/7", "bazaar://goods/7",
    "search", "search?text=a", "en",
  ])
  func `a URL with another scheme, host or query is not redirected`(text: String) throws {
    let found = try Self.redirects(Self.map).destination(
      of: RouteURL(parsing: text, schemes: Self.schemes))
    #expect(found == nil)
  }

  @Test(
    arguments: [
      ("a", "b?x=:y", .unknownCapture(keyPath: "redirects[0].to", name: ":y", from: "a")),
      (
        "http://a/b", "c",
        .wrongValue(
          keyPath: "redirects[0].from",
          expected: "a path, or a URL with https or an app's own scheme",
          found: "the text \"http://a/b\"")
      ),
      (
        "a", "https://shop.example/b",
        .wrongValue(
          keyPath: "redirects[0].to", expected: "a path without a scheme or host",
          found: "the text \"https://shop.example/b\"")
      ),
      (
        "a/:x?y=:x", "b",
        .malformedPattern(
          keyPath: "redirects[0].from", text: "a/:x?y=:x", .repeatedName("x"), position: 9)
      ),
      (
        "a?x={id}", "b",
        .malformedPattern(
          keyPath: "redirects[0].from", text: "a?x={id}",
          .foreignCapture("{id}", instead: ":id", escape: "%7B"), position: 4)
      ),
      (
        "a?x=%zz", "b",
        .malformedPattern(
          keyPath: "redirects[0].from", text: "a?x=%zz", .literal(.badEscape), position: 4)
      ),
      (
        "a?x=%00", "b",
        .malformedPattern(
          keyPath: "redirects[0].from", text: "a?x=%00", .literal(.controlCharacter), position: 4)
      ),
      (
        "a?x=1&b=2&x=3", "b",
        .malformedPattern(
          keyPath: "redirects[0].from", text: "a?x=1&b=2&x=3", .repeatedName("x"), position: 10)
      ),
      (
        "a?x=:y/z", "b",
        .malformedPattern(
          keyPath: "redirects[0].from", text: "a?x=:y/z", .badName, position: 4)
      ),
      (
        "a?x=:", "b",
        .malformedPattern(
          keyPath: "redirects[0].from", text: "a?x=:", .badName, position: 5)
      ),
      (
        "a", "b?x=1#y",
        .malformedPattern(
          keyPath: "redirects[0].to", text: "b?x=1#y", .query, position: 5)
      ),
    ] as [(String, String, RouteRedirectsFault)])
  func `a redirect that cannot be followed is refused`(
    from: String, to: String, fault: RouteRedirectsFault
  ) {
    #expect(throws: RouteError.invalidRedirects([fault])) {
      try Self.redirects([(from: from, to: to)])
    }
  }

  @Test func `entries that ask for the same query clash`() {
    let entries = [
      (from: "a?x=:y&b=1", to: "c"), (from: "a?b=1&x=:z", to: "d"), (from: "a?b=2&x=:z", to: "e"),
    ]
    let clash = RouteRedirectsFault.clash(
      keyPath: "redirects[1]", first: "redirects[0]", pattern: "a?x=:y&b=1")
    #expect(throws: RouteError.invalidRedirects([clash])) { try Self.redirects(entries) }
  }

  @Test(
    arguments: [
      [("a?x=:y", "b?x=:y"), ("b?x=:y", "a?x=:y")],
      [("a?x=1", "a?x=:y")],
      [("a/:i?x=:y", "a/:i?x=:y&z=1")],
      [("https://old.example/a", "b"), ("b", "a")],
    ] as [[(from: String, to: String)]])
  func `entries with queries that may form a cycle are refused`(
    entries: [(from: String, to: String)]
  ) { #expect(throws: RouteError.self) { try Self.redirects(entries) } }

  @Test func `a redirect to a path that no route or redirect answers is a fault`() throws {
    let table = RouteTable([
      Shop.declaration("orders/:id", "orders/show", [], Void.self),
      Shop.declaration("home", "home/show", [], Void.self),
    ])
    let map = try Self.redirects([
      (from: "a", to: "home?x=1"), (from: "b/:x", to: "orders/:x"), (from: "c", to: "a"),
      (from: "d", to: "hoem"), (from: "e/:x", to: "oders/:x"), (from: "f/*r", to: "orders/*r"),
    ])
    #expect(
      Router(table).check(map) == [
        .unansweredRedirect(keyPath: "redirects[3]", to: "hoem"),
        .unansweredRedirect(keyPath: "redirects[4]", to: "oders/:x"),
      ])
    #expect(Router(table).check(.none) == [])
  }
}
