// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

/// Types with a raw value: a wrapper accepts all texts of its value, an enum those of its cases.
@Suite struct RawValueTests {
  private struct OrderID: RawRepresentable, RouteValue { let rawValue: Int }
  /// An enum with unknown cases, like one from an Objective-C header.
  private enum Size: Int, RouteValue { case small = 1, large = 2 }
  private enum Page: Int, CaseIterable, RouteValue { case first = 1, second = 2 }
  private enum Tab: String, CaseIterable, RouteValue { case open, closed = "é" }

  @Test(
    arguments: [
      ("1", 1, .small, .first), ("2", 2, .large, .second), ("01", 1, .small, nil),
      ("+2", 2, .large, nil), ("-7", -7, nil, nil), ("3", 3, nil, nil), ("", nil, nil, nil),
      ("x", nil, nil, nil), ("1.0", nil, nil, nil), (" 1", nil, nil, nil),
    ] as [(String, Int?, Size?, Page?)])
  private func `a text is read as the raw value, or as the case that prints that way`(
    text: String, id: Int?, size: Size?, page: Page?
  ) {
    #expect(OrderID(routeText: text)?.rawValue == id)
    #expect(Size(routeText: text) == size)
    #expect(Page(routeText: text) == page)
    #expect(OrderID.captureKind.accepts(text) == (id != nil))
    #expect(Size.captureKind.accepts(text) == (size != nil))
    #expect(Page.captureKind.accepts(text) == (page != nil))
  }

  @Test(arguments: [("open", true), ("Open", false), ("é", true), ("e\u{301}", false), ("", false)])
  func `a case is matched by its bytes`(text: String, isFound: Bool) {
    #expect((Tab(routeText: text) != nil) == isFound)
    #expect(Tab.captureKind.accepts(text) == isFound)
  }

  /// Types of different scopes, as in two files.
  private static let (first, second): (any RouteValue.Type, any RouteValue.Type) = {
    func first() -> any RouteValue.Type {
      enum Local: String, CaseIterable, RouteValue { case a }
      return Local.self
    }
    enum Local: String, CaseIterable, RouteValue { case b }
    return (first(), Local.self)
  }()

  @Test func `the kind of a capture has the same name in each run`() {
    #expect(Size.captureKind.name == "GantryRoutingTests.RawValueTests.Size")
    #expect(Tab.captureKind.name == "GantryRoutingTests.RawValueTests.Tab")
    let (first, second) = (Self.first.captureKind, Self.second.captureKind)
    #expect(first.name == second.name && first != second)
    #expect(first.accepts("a") && !second.accepts("a"))
  }

  @Test func `a value prints as its raw value`() {
    #expect(OrderID(rawValue: -7).routeText == "-7")
    #expect(Size.large.routeText == "2" && Page.second.routeText == "2")
    #expect(Tab.closed.routeText == "é")
  }
}
