// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

private enum Level: Int, CaseIterable, RouteValue { case low = 1, high = 10 }
private enum Size: Double, CaseIterable, RouteValue { case half = 0.5 }
private enum Accent: String, CaseIterable, RouteValue { case acute = "\u{E9}" }

/// A text means the same value in canOpen, in a call and in a path, or is refused in each.
@Suite struct StrictReadingTests {
  private static func route<T: RouteValue>(_ type: T.Type) -> RouteHandler {
    let declaration = RouteDeclaration(
      pattern: "query", parameters: [RouteParameter("v", type)], output: String.self,
      name: "a/query", owner: "a", isAsync: false, declaredAt: "A.swift:1")
    return .anywhere(declaration) { try $0.arguments.value("v", type).routeText }
  }

  private static func check<T: RouteValue>(_ type: T.Type, _ text: String, isTaken: Bool) async {
    let handler = route(type)
    let router = Router(RouteTable([handler.declaration]))
    router.attach([handler], owner: "a")
    let path = RouteURL(
      path: .root, query: [RouteQueryItem("v", text)]
    ).text().replacing("/?", with: "/query?")
    #expect(router.canOpen(RouteRequest(path), from: .internal) == isTaken, "\(type) \(text)")
    let answer = try? await router.call(RouteRequest(path), as: String.self)
    #expect((answer != nil) == isTaken, "\(type) \(text)")
    #expect(type.captureKind.accepts(text) == isTaken, "\(type) \(text)")
  }

  @Test(arguments: [
    ("1", true), ("10", true), ("01", false), ("+1", false), ("2", false), ("1.0", false),
  ])
  func `an integer enum accepts the texts of its cases`(text: String, isTaken: Bool) async {
    await Self.check(Level.self, text, isTaken: isTaken)
  }

  @Test func `integers of every size have their own bounds`() async {
    await Self.check(UInt64.self, "18446744073709551615", isTaken: true)
    await Self.check(UInt64.self, "18446744073709551616", isTaken: false)
    await Self.check(Int64.self, "-9223372036854775808", isTaken: true)
    await Self.check(UInt8.self, "256", isTaken: false)
    await Self.check(UInt8.self, "-1", isTaken: false)
    await Self.check(Int32.self, "1.0", isTaken: false)
  }

  @Test(arguments: [("0.5", true), ("0.50", false), ("5e-1", false)])
  func `a floating-point enum accepts the texts of its cases`(
    text: String, isTaken: Bool
  ) async { await Self.check(Size.self, text, isTaken: isTaken) }

  @Test(arguments: [("\u{E9}", true), ("e\u{301}", false)])
  func `a string enum accepts the exact bytes of its cases`(text: String, isTaken: Bool) async {
    await Self.check(Accent.self, text, isTaken: isTaken)
  }

  @Test(arguments: [
    ("6BA7B810-9DAD-11D1-80B4-00C04FD430C8", true),
    ("+BA7B810-9DAD-11D1-80B4-00C04FD430C8", false),
    ("6BA7B810-9DAD-11D1-80B4-0xC04FD430C8", false),
    (" BA7B810-9DAD-11D1-80B4-00C04FD430C8", false),
  ])
  func `a UUID has hexadecimal digits and nothing else`(text: String, isTaken: Bool) async {
    await Self.check(UUID.self, text, isTaken: isTaken)
  }

  @Test(arguments: [("1e308", true), ("1e999", false), ("inf", false)])
  func `a number is finite`(text: String, isTaken: Bool) async {
    await Self.check(Double.self, text, isTaken: isTaken)
  }

  @Test(arguments: ["7", "+7", "07", "x"])
  func `an integer accepts the texts of its kind`(text: String) async {
    await Self.check(Int.self, text, isTaken: text != "x")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `printing an invalid date throws and doesn't trap`(seconds: Double) {
    var page = SearchPage(shop: "one", id: 1)
    page.since = Date(timeIntervalSince1970: seconds)
    #expect {
      try page.path()
    } throws: { error in
      guard case RouteError.wrongArgument("since", _, _, _) = error else { return false }
      return true
    }
  }

  @Test func `a label is matched by its bytes`() throws {
    let url = try RouteURL(parsing: "/?gro\u{308}\u{DF}e=1")
    #expect(url != (try RouteURL(parsing: "/?gr\u{F6}\u{DF}e=1")))
    var arguments = RouteArguments()
    arguments.add("gro\u{308}\u{DF}e", 1)
    #expect(arguments.texts("gr\u{F6}\u{DF}e") == [])
    #expect(arguments != ["gr\u{F6}\u{DF}e": 1])
  }

  @Test(arguments: [
    RouteQueryItem("", nil), RouteQueryItem("a", "b\u{0}c"), RouteQueryItem("\u{0}", nil),
  ])
  func `a URL is printed so that it reads back as the same`(item: RouteQueryItem) throws {
    let url = RouteURL(path: try RoutePath(parsing: "a"), query: [item])
    #expect(try RouteURL(parsing: url.text()) == url)
    #expect(url.text(scheme: "a b") == url.text())
    #expect(url.text(scheme: "https") == url.text())
  }
}
