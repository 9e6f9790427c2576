// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct PathPatternTests {
  private static func pattern(
    _ text: String, kinds: [String: CaptureKind] = [:]
  ) throws -> PathPattern { try PathPattern(text, kinds: kinds) }

  @Test(
    arguments: [
      ("", []), ("/", []), ("orders", [.literal("orders")]),
      ("/orders/:id/", [.literal("orders"), .capture(name: "id", kind: .any)]),
      ("files/*rest", [.literal("files"), .rest(name: "rest")]),
      ("*all", [.rest(name: "all")]),
      (":a/:b_2", [.capture(name: "a", kind: .any), .capture(name: "b_2", kind: .any)]),
      (":größe", [.capture(name: "größe", kind: .any)]),
      ("%3Aid/%2a", [.literal(":id"), .literal("*")]),
      (
        "a%3Ab/c%2Ad/a%2Fb/caf%C3%A9",
        [.literal("a:b"), .literal("c*d"), .literal("a/b"), .literal("café")]
      ),
    ] as [(String, [PathPattern.Segment])])
  func `a pattern is a list of segments`(text: String, segments: [PathPattern.Segment]) throws {
    let pattern = try Self.pattern(text)
    #expect(pattern.segments == segments)
    #expect(try Self.pattern(pattern.description) == pattern)
  }

  @Test(arguments: [
    ("caf%C3%A9/:id", "café/:id"), ("cafe%CC%81", "cafe\u{301}"), ("图书/:编号", "图书/:编号"),
    ("हिन्दी", "हिन्दी"), ("a b/%2F", "a%20b/%2F"), ("%E2%80%AE", "%E2%80%AE"), ("🚲", "%F0%9F%9A%B2"),
  ])
  func `a pattern is printed with the letters of its language`(text: String, printed: String) throws
  {
    let pattern = try Self.pattern(text)
    #expect(pattern.description.utf8.elementsEqual(printed.utf8), "\(pattern)")
    #expect(try Self.pattern(pattern.description) == pattern)
  }

  @Test func `kinds are given by name`() throws {
    let pattern = try Self.pattern("orders/:id/:name", kinds: ["id": .integer])
    #expect(
      pattern.segments == [
        .literal("orders"), .capture(name: "id", kind: .integer),
        .capture(name: "name", kind: .any),
      ])
    #expect(pattern.captureNames == ["id", "name"])
    #expect(pattern.description == "orders/:id/:name")
  }

  @Test func `the rest is the last capture name`() throws {
    #expect(try Self.pattern("a/:b/*c").captureNames == ["b", "c"])
    #expect(try Self.pattern("a").captureNames.isEmpty)
  }

  @Test(arguments: [
    ("a//b", PathPatternFault.emptySegment, 2),
    ("//", .emptySegment, 1),
    ("a/:", .badName, 3),
    ("a/:7", .badName, 3),
    ("a/:b-c", .badName, 3),
    ("a/:b c", .badName, 3),
    ("a/:🚲", .badName, 3),
    ("a/:b\u{A0}", .badName, 3),
    ("https://shop.example/a", .scheme, 5),
    (":a/:b/:a", .repeatedName("a"), 7),
    (":a/*a", .repeatedName("a"), 4),
    ("*a/b", .restNotLast, 3),
    ("a/*b/*c", .restNotLast, 5),
    ("a?b=1", .query, 1),
    ("a?b=:id", .query, 1),
    ("a/:b?c=:d", .query, 4),
    ("a#b", .query, 1),
    ("a/%zz", .literal(.badEscape), 2),
    ("a/b%", .literal(.badEscape), 3),
    ("a/%FF", .literal(.notUTF8), 2),
    ("a/..", .literal(.dotSegment), 2),
    ("./a", .literal(.dotSegment), 0),
    ("a\\b", .literal(.backslash), 1),
    ("a/b\u{1}", .literal(.controlCharacter), 2),
  ])
  func `a malformed pattern is refused with the fault's position`(
    text: String, fault: PathPatternFault, position: Int
  ) {
    let error = RouteError.malformedPattern(
      text: text.escaped, reason: "\(fault)", position: position)
    #expect(throws: error) { try PathPattern(text) }
  }

  @Test(arguments: [
    ("{id}", ":id", "%7B", 0), ("<id>", ":id", "%3C", 0), ("[id]", ":id", "%5B", 0),
    ("(\\d+)", ":name", "%28", 0), ("user_:name", ":name", "%3A", 5), ("a*", "*rest", "%2A", 1),
    ("<int:id>", ":id", "%3C", 0), ("{id:[0-9]+}", ":id", "%7B", 0),
    ("{path...}", "*path", "%7B", 0),
    ("{*path}", "*path", "%7B", 0), ("[...slug]", "*slug", "%5B", 0),
    ("file.{ext}", ":ext", "%7B", 5),
    ("10:30", ":name", "%3A", 2), ("a}", ":name", "%7D", 1),
  ])
  func `a capture in another router's syntax is refused with the right spelling`(
    segment: String, instead: String, escape: String, offset: Int
  ) throws {
    let fault = PathPatternFault.foreignCapture(
      segment, instead: instead, advice: "for the character itself, write \(escape)")
    let error = RouteError.malformedPattern(
      text: "orders/\(segment)", reason: "\(fault)", position: 7 + offset)
    #expect(throws: error) { try PathPattern("orders/\(segment)") }
    let escaped = try PathPattern("orders/%7Bid%7D%3A%2A")
    #expect(escaped.segments == [.literal("orders"), .literal("{id}:*")])
  }

  @Test(arguments: [
    ("a/:id(\\d+)", ":id(\\d+)", ":id", 5), ("a/*", "*", "*rest", 2), ("*/b", "*", ":name", 0),
    ("a/**", "**", "*rest", 2), ("a/:x?", ":x?", ":x", 4), ("a/:x?/b", ":x?", ":x", 4),
    ("a/{x?}", "{x?}", ":x", 2), ("a/:x-:y", ":x-:y", ":x/:y", 4),
    ("a/:b.json", ":b.json", ":b", 4),
  ])
  func `what another router writes around a capture is refused with the right spelling`(
    text: String, segment: String, instead: String, position: Int
  ) {
    #expect {
      try PathPattern(text)
    } throws: { error in
      guard case .malformedPattern(text, let reason, position)? = error as? RouteError
      else { return false }
      return reason.contains(segment) && reason.contains(instead)
    }
  }

  @Test func `patterns and captures are compared byte by byte`() throws {
    #expect(try PathPattern("\u{E9}") != PathPattern("e\u{301}"))
    #expect(try PathPattern("\u{E9}") == PathPattern("%C3%A9"))
  }

  @Test func `an error stays short for a long name`() throws {
    let name = String(repeating: "n", count: 1000)
    #expect {
      try PathPattern("a", kinds: [name: .integer])
    } throws: { error in "\(error)".utf8.count < 500 }
    #expect {
      try RouteURL(parsing: "\(name)://a")
    } throws: { error in "\(error)".utf8.count < 500 }
  }

  @Test func `a kind for an unknown capture is refused`() {
    let unknown = RouteError.malformedPattern(
      text: "a/:id", reason: "\(PathPatternFault.unknownCapture("ID"))", position: 5)
    #expect(throws: unknown) { try PathPattern("a/:id", kinds: ["ID": .integer]) }
    let rest = RouteError.malformedPattern(
      text: "a/*id", reason: "\(PathPatternFault.unknownCapture("id"))", position: 2)
    #expect(throws: rest) { try PathPattern("a/*id", kinds: ["id": .integer]) }
  }

  @Test func `each limit holds exactly`() throws {
    let longest = String(repeating: "a", count: 2048)
    #expect(try Self.pattern(longest).segments == [.literal(longest)])
    #expect(throws: Self.error(longest + "a", .tooLong(limit: 2048), 2048)) {
      try PathPattern(longest + "a")
    }
    let segments = Array(repeating: "a", count: 32).joined(separator: "/")
    #expect(try Self.pattern(segments).segments.count == 32)
    #expect(throws: Self.error(segments + "/a", .tooManySegments(limit: 32), 64)) {
      try PathPattern(segments + "/a")
    }
    let captures = (0..<16).map { ":c\($0)" }.joined(separator: "/")
    #expect(try Self.pattern(captures).captureNames.count == 16)
    #expect(throws: Self.error(captures + "/*r", .tooManyCaptures(limit: 16), 71)) {
      try PathPattern(captures + "/*r")
    }
  }

  private static func error(
    _ text: String, _ fault: PathPatternFault, _ position: Int
  ) -> RouteError {
    let excerpt = text.utf8.count > 200 ? String(text.prefix(200)) + "…" : text
    return .malformedPattern(text: excerpt, reason: "\(fault)", position: position)
  }

  @Test func `a filled pattern is a path`() throws {
    let pattern = try Self.pattern("orders/:id/files/*rest")
    let path = try pattern.path(filling: ["id": "a/b", "more": "x"], rest: ["c d", "e"])
    #expect(path.segments == ["orders", "a/b", "files", "c d", "e"])
    #expect(try Self.pattern("/").path() == .root)
  }

  @Test(
    arguments: [
      ([:], ["x"], RouteError.missingCapture(name: "id", pattern: "orders/:id/*rest")),
      (["id": "7"], [], .missingCapture(name: "rest", pattern: "orders/:id/*rest")),
      (["id": ""], ["x"], .unprintable(text: "", fault: .emptySegment)),
      (["id": "7"], [".."], .unprintable(text: "..", fault: .dotSegment)),
    ] as [([String: String], [String], RouteError)])
  func `captures that don't fit a pattern are refused`(
    captures: [String: String], rest: [String], error: RouteError
  ) throws {
    let pattern = try Self.pattern("orders/:id/*rest")
    #expect(throws: error) { try pattern.path(filling: captures, rest: rest) }
  }
}
