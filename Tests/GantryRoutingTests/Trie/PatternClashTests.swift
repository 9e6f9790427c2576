// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import TestRounds
import Testing

@Suite struct PatternClashTests {
  private static let clashing = [
    ("orders/:id", "orders/:name"), ("/", ""), ("a/*x", "a/*y"), ("a/b", "/a/b/"),
    ("caf%C3%A9", "café"), (":a<integer>/b", ":c<integer>/b"), (":a<integer>", ":b<number>"),
    (":a<Short>", ":b<uuid>"), (":a<Color>", ":b<integer>"), (":a<Color>", ":b<Short>"),
    (":a/:b<integer>/*c", ":x/:y<number>/*z"),
  ]

  private static let peaceful = [
    ("orders/:id", "orders/:id<integer>"), ("a/*x", "a/:x"), ("a/*x", "a/:y/*x"), ("a", "a/b"),
    (":a<integer>", ":b<boolean>"), (":a<uuid>", ":b<number>"), (":a<Color>", ":b<uuid>"),
    (":a<Color>", ":b<Size>"), (":a/x", ":b/y"), ("x/:a", ":a/x"),
    (":a<integer>/:b", ":a<number>/b"),
    ("A", "a"), ("caf\u{E9}", "cafe\u{301}"), ("a%2Fb", "a/b"),
  ]

  @Test(arguments: clashing)
  func `patterns that match a path equally clash, and only the first is found`(
    pattern: String, other: String
  ) throws {
    let trie = try RouteTrie(texts: [pattern, "something/else", other])
    let clash = try #require(trie.clashes.first)
    #expect(trie.clashes.count == 1)
    #expect(clash.first.value == pattern && clash.first.declaredAt == "Routes.swift:1")
    #expect(clash.second.value == other && clash.second.declaredAt == "Routes.swift:3")
    #expect(trie.routes.map(\.value) == [pattern, "something/else"])
    #expect(try RouteTrie(texts: [other, pattern]).clashes.count == 1)
  }

  @Test(arguments: peaceful)
  func `patterns that differ in specificity or never overlap are valid`(
    pattern: String, other: String
  ) throws {
    #expect(try RouteTrie(texts: [pattern, other]).clashes.isEmpty)
    #expect(try RouteTrie(texts: [other, pattern]).clashes.isEmpty)
  }

  @Test func `every clashing pattern is named with the first one`() throws {
    let trie = try RouteTrie(texts: ["a/:x", "b", "a/:y", "a/:z", "b"])
    let places = trie.clashes.map { "\($0.first.declaredAt) \($0.second.declaredAt)" }
    #expect(
      places == [
        "Routes.swift:1 Routes.swift:3", "Routes.swift:1 Routes.swift:4",
        "Routes.swift:2 Routes.swift:5",
      ])
    #expect(trie.routes.count == 2)
    #expect(try trie.text("a/q") == "a/:x")
  }

  @Test func `thousands of routes are checked and found`() throws {
    let count = rounds(10_000)
    let texts = (0..<count).flatMap { number in
      ["m\(number)/list", "m\(number)/:id<integer>", "m\(number)/:name", "m\(number)/:id/x/*rest"]
    }
    let trie = try RouteTrie(texts: texts)
    #expect(trie.clashes.isEmpty)
    for number in stride(from: 0, to: count, by: 97) {
      #expect(try trie.text("m\(number)/list") == "m\(number)/list")
      #expect(try trie.text("m\(number)/7") == "m\(number)/:id<integer>")
      #expect(try trie.text("m\(number)/q") == "m\(number)/:name")
      #expect(try trie.captures("m\(number)/7/x/y/z") == ["7", "y/z"])
      #expect(try trie.text("m\(number)/7/y") == nil)
    }
  }
}
