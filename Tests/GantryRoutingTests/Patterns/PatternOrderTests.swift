// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryRouting

/// Which captures and patterns match the same paths, and which of two is more specific.
@Suite struct PatternOrderTests {
  private static let numbers = CaptureKind.oneOf("Number", ["1", "x"])
  private static let yes = CaptureKind.oneOf("Yes", ["true"])
  private static let none = CaptureKind.oneOf("None", [])
  private static let onlyX = CaptureKind.custom("OnlyX") { $0 == "x" }

  @Test(
    arguments: [
      (.any, [.any, .integer, .number, .boolean, .uuid, numbers, yes, none, onlyX]),
      (.integer, [.any, .integer, .number, numbers, onlyX]),
      (.number, [.any, .integer, .number, numbers, onlyX]),
      (.boolean, [.any, .boolean, yes, onlyX]),
      (.uuid, [.any, .uuid, onlyX]),
      (numbers, [.any, .integer, .number, numbers, onlyX]),
      (yes, [.any, .boolean, yes]),
      (none, [.any, none]),
      (onlyX, [.any, .integer, .number, .boolean, .uuid, numbers, onlyX]),
    ] as [(CaptureKind, [CaptureKind])])
  func `kinds overlap if one text can be of both`(kind: CaptureKind, others: [CaptureKind]) {
    let all: [CaptureKind] = [
      .any, .integer, .number, .boolean, .uuid, Self.numbers, Self.yes, Self.none, Self.onlyX,
    ]
    #expect(all.filter { kind.overlaps($0) } == others)
    #expect(all.filter { $0.overlaps(kind) } == others)
  }

  @Test func `the first segments decide a pattern's specificity`() throws {
    let ordered = [
      "a/b/c", "a/b/:x<integer>", "a/b/:x", "a/b", "a/:x<uuid>/c", "a/:x<integer>", "a/:x/c",
      "a/:x/:y", "a/:x", "a", ":x<integer>/b/c", ":x<integer>", ":x/b", ":x/:y", ":x",
    ]
    let values = try ordered.map { try PathPattern(typed: $0).specificity }
    #expect(values == values.sorted(by: >))
    #expect(Set(values).count == ordered.count)
    #expect(try PathPattern(typed: "a/*x").specificity == values[ordered.firstIndex(of: "a") ?? 0])
    #expect(try PathPattern("").specificity == 0)
  }

  @Test func `the last segment of a longest pattern counts for specificity`() throws {
    let front = Array(repeating: "a", count: PathPattern.mostSegments - 1).joined(separator: "/")
    let (literal, capture) = (try PathPattern(front + "/b"), try PathPattern(front + "/:x"))
    #expect(literal.specificity == capture.specificity + 2)
  }

  @Test(arguments: [
    ("", "/", [], 0), ("a/b", "a/b", [], 0), ("/a/:x/*y", "a/:x/*y", ["x", "y"], 2),
    ("a%2Fb/\u{E9}", "a%2Fb/é", [], 0), (":b/:a", ":b/:a", ["b", "a"], 2),
  ])
  func `a pattern prints in one form and lists its captures in order`(
    text: String, printed: String, names: [String], count: Int
  ) throws {
    let pattern = try PathPattern(text)
    #expect(pattern.description == printed)
    #expect(pattern.captureNames == names)
    #expect(pattern.captureCount == count)
    #expect(pattern.endsInRest == text.contains("*"))
    #expect(try PathPattern(printed) == pattern)
  }

  @Test(
    arguments: [
      (.literal("a"), .literal("a"), true), (.literal("a"), .literal("b"), false),
      (.literal("\u{E9}"), .literal("e\u{301}"), false), (.literal("a"), .rest(name: "a"), false),
      (.capture(name: "a", kind: .any), .capture(name: "a", kind: .any), true),
      (.capture(name: "a", kind: .any), .capture(name: "b", kind: .any), false),
      (.capture(name: "a", kind: .any), .capture(name: "a", kind: .uuid), false),
      (.rest(name: "a"), .rest(name: "a"), true), (.rest(name: "a"), .rest(name: "b"), false),
      (.rest(name: "a"), .capture(name: "a", kind: .any), false),
    ] as [(PathPattern.Segment, PathPattern.Segment, Bool)])
  func `segments are equal by form, name and kind`(
    segment: PathPattern.Segment, other: PathPattern.Segment, isSame: Bool
  ) {
    #expect((segment == other) == isSame)
    #expect((other == segment) == isSame)
  }

  @Test(arguments: [
    ("1" + String(repeating: "0", count: 308), true),
    ("1" + String(repeating: "0", count: 309), false),
    ("0." + String(repeating: "0", count: 400) + "1", true), ("1e99", true), ("1e308", true),
    ("1e309", false), ("-1e309", false), ("1E0000000001", true), ("1e+0308", true),
    ("0.1e309", true),
  ])
  func `the number kind accepts finite numbers`(text: String, isTaken: Bool) {
    #expect(CaptureKind.number.accepts(text) == isTaken)
    #expect((Double(routeText: text) != nil) == isTaken)
  }

  @Test func `a kind of many texts accepts exactly those`() {
    let texts = (0..<100).map { "t\($0 * 2)" }
    for count in [0, 1, 2, 3, 100] {
      let kind = CaptureKind.oneOf("T", texts.prefix(count).reversed())
      #expect(texts.filter { kind.accepts($0) } == Array(texts.prefix(count)))
      for text in ["", "t", "t1", "t00", "u"] { #expect(!kind.accepts(text)) }
    }
  }
}
