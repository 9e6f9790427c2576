// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct RoutePathTests {
  @Test(arguments: [
    ("orders/7", "/orders/7"), ("/orders/7", "/orders/7"), ("//orders//7/", "/orders/7"),
    ("", "/"), ("a%2Fb%25/c%20d", "/a%2Fb%25/c d"), ("%3F%23", "/?#"), ("caf%C3%A9", "/café"),
    ("/.well-known/x", "/.well-known/x"),
  ])
  func `a path has one normal form`(text: String, normalized: String) throws {
    #expect(try RoutePath(parsing: text).normalized == normalized)
  }

  @Test func `a query and a fragment are checked and dropped`() throws {
    #expect(try RoutePath(parsing: "a/b?c#d").segments == ["a", "b"])
    #expect(throws: RouteError.malformedURL(text: "a?%", fault: .badEscape, position: 2)) {
      try RoutePath(parsing: "a?%")
    }
  }

  @Test(arguments: [
    [], ["orders", "7"], ["a/b", "%", "%2F", "%25"], ["a b", "a+b", "?", "#", ":", "\\", "&="],
    ["über", "日本", "👩‍👩‍👧", "e\u{301}"], ["..a", "...", "a.", "\u{85}\u{2028}"],
  ])
  func `segments make a path that reads back as the same`(segments: [String]) throws {
    let path = try RoutePath(segments: segments)
    #expect(path.segments == segments)
    #expect(try RoutePath(parsing: path.description) == path)
  }

  @Test(arguments: [
    ("", RouteURLFault.emptySegment), (".", .dotSegment), ("..", .dotSegment),
    ("a/../b", .dotSegment), ("..\\a", .dotSegment), ("a/.", .dotSegment),
    ("a\u{0}", .controlCharacter), ("\n", .controlCharacter), ("\u{7F}", .controlCharacter),
  ])
  func `a segment that no URL can hold is refused`(segment: String, fault: RouteURLFault) {
    #expect(throws: RouteError.unprintable(text: segment.escaped, fault: fault)) {
      try RoutePath(segments: ["a", segment])
    }
  }

  @Test func `a path has a maximum length`() throws {
    let longest = String(repeating: "a", count: 65_533)
    #expect(try RoutePath(segments: [longest]).segments == [longest])
    let error = RouteError.unprintable(
      text: String(repeating: "a", count: 200) + "…", fault: .tooLong(limit: 65_534))
    #expect(throws: error) { try RoutePath(segments: [longest + "a"]) }
  }

  @Test func `paths are compared byte by byte`() throws {
    let composed = try RoutePath(segments: ["caf\u{E9}"])
    let decomposed = try RoutePath(segments: ["cafe\u{301}"])
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(try composed == RoutePath(parsing: "caf%C3%A9"))
    #expect(try composed.hashValue == RoutePath(parsing: "caf%C3%A9").hashValue)
    #expect(try RoutePath(parsing: "a") != RoutePath(parsing: "A"))
  }

  @Test func `a path is printed with escapes`() throws {
    #expect(RoutePath.root.description == "/")
    #expect(try RoutePath(segments: ["a b", "c/d", "é"]).description == "/a%20b/c%2Fd/%C3%A9")
  }
}
