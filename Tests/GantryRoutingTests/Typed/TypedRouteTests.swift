// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

@Suite struct TypedRouteTests {
  @Test func `a route prints captures into the path and the rest into the query`() throws {
    var page = SearchPage(shop: "a/b", id: -7)
    page.tab = .open
    page.tags = ["x y", "&"]
    page.price = Cents(1250)
    #expect(
      try page.path()
        == "/shops/a%2Fb/find/-7?tab=open&tags=x%20y&tags=%26&exact=false&factor=1.0&price=12.50")
  }

  @Test func `an absent value is nil, empty or the default`() throws {
    let page = try SearchPage(parsing: "shops/one/find/7")
    #expect(page == SearchPage(shop: "one", id: 7))
  }

  @Test func `unknown query items are ignored`() throws {
    let page = try SearchPage(parsing: "shops/one/find/7?utm=x&shop=two&tab=closed")
    #expect(page.shop == "one")
    #expect(page.tab == .closed)
  }

  @Test(arguments: [
    (
      "shops/one/find/7?tab=ajar",
      RouteError.wrongArgument(
        label: "tab", expected: "Tab", text: "ajar", route: "shops/:shop/find/:id")
    ),
    (
      "shops/one/find/7?tab=open&tab=closed",
      .wrongArgument(
        label: "tab", expected: "one Tab", text: "open, closed", route: "shops/:shop/find/:id")
    ),
    (
      "shops/one/find/7?since=yesterday",
      .wrongArgument(
        label: "since", expected: "Date", text: "yesterday", route: "shops/:shop/find/:id")
    ),
    (
      "shops/one/find/7?factor=inf",
      .wrongArgument(
        label: "factor", expected: "Double", text: "inf", route: "shops/:shop/find/:id")
    ),
    (
      "shops/one/find/seven",
      .otherRoute(path: "/shops/one/find/seven", pattern: "shops/:shop/find/:id")
    ),
    ("orders/7", .otherRoute(path: "/orders/7", pattern: "shops/:shop/find/:id")),
  ])
  func `a value that doesn't fit is refused with its name`(text: String, error: RouteError) {
    #expect(throws: error) { try SearchPage(parsing: text) }
  }

  @Test(arguments: [
    ("", RouteError.unprintable(text: "", fault: .emptySegment)),
    (".", .unprintable(text: ".", fault: .dotSegment)),
    ("..", .unprintable(text: "..", fault: .dotSegment)),
    ("a/../b", .unprintable(text: "a/../b", fault: .dotSegment)),
    ("a\u{0}", .unprintable(text: "a\\0", fault: .controlCharacter)),
  ])
  func `a value that no path can carry is not printed`(shop: String, error: RouteError) {
    #expect(throws: error) { try SearchPage(shop: shop, id: 1).path() }
  }

  @Test func `an infinite number is not printed`() {
    var page = SearchPage(shop: "one", id: 1)
    page.factor = .infinity
    #expect(
      throws: RouteError.wrongArgument(
        label: "factor", expected: "Double", text: "inf", route: "shops/:shop/find/:id")
    ) { try page.path() }
  }

  @Test func `a date past the year 9999 is not printed`() {
    var page = SearchPage(shop: "one", id: 1)
    page.since = .distantFuture.addingTimeInterval(1e12)
    #expect(throws: RouteError.self) { try page.path() }
  }

  @Test func `a NUL in the query is not printed`() {
    var page = SearchPage(shop: "one", id: 1)
    page.tags = ["\u{0}"]
    #expect(throws: RouteError.unprintable(text: "\\0", fault: .controlCharacter)) {
      try page.path()
    }
  }

  @Test func `a route that exceeds the limits is not printed`() {
    var page = SearchPage(shop: "one", id: 1)
    page.tags = Array(repeating: "x", count: 200)
    #expect {
      try page.path()
    } throws: { error in
      guard case RouteError.unprintable(_, .tooManyQueryItems(limit: 128)) = error else {
        return false
      }
      return true
    }
    page.tags = [String(repeating: "x", count: 9000)]
    #expect {
      try page.path()
    } throws: { error in
      guard case RouteError.unprintable(_, .tooLong(limit: 8192)) = error else { return false }
      return true
    }
  }

  @Test func `a rest without segments is not printed`() {
    #expect(throws: RouteError.missingCapture(name: "parts", pattern: "files/*parts")) {
      try FilePage([]).path()
    }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-03-01T12:00:00.250Z", 1_772_366_400.25),
    ("1969-12-31T23:59:59.500Z", -0.5),
  ])
  func `dates are printed as ISO 8601 with milliseconds`(text: String, seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(date.routeText == text)
    #expect(Date(routeText: text) == date)
  }

  @Test(arguments: [("open", true), ("ajar", false)])
  func `an enum's capture accepts its cases`(text: String, isTaken: Bool) {
    #expect(Tab.captureKind.accepts(text) == isTaken)
  }

  @Test func `a custom value's capture accepts the texts that it reads`() {
    #expect(Cents.captureKind.accepts("1.05"))
    #expect(!Cents.captureKind.accepts("1.5"))
  }

  @Test func `arguments keep repeated labels in order`() throws {
    let arguments: RouteArguments = ["id": 7, "tag": "new", "tag": "blue"]
    #expect(arguments.labels == ["id", "tag"])
    #expect(try arguments.value("tag", [String].self) == ["new", "blue"])
    #expect(throws: RouteError.missingArgument(label: "x", type: "Int", route: "")) {
      try arguments.value("x", Int.self)
    }
  }
}
