// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct RouteTrieTests {
  static let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  @Test(arguments: [
    ("", "/"), ("orders", "orders"), ("orders/latest", "orders/latest"),
    ("orders/7", "orders/:id<integer>"), ("orders/\(uuid)", "orders/:key<uuid>"),
    ("orders/true", "orders/:flag<boolean>"), ("orders/blue", "orders/:name"),
    ("orders/7/x", "orders/*rest"), ("orders/latest/x", "orders/*rest"),
    ("ordersx", "*all"), ("order", "*all"), ("other/7", "*all"),
  ])
  func `the most specific pattern wins in any order of declaration`(
    path: String, winner: String
  ) throws {
    let texts = [
      "/", "orders", "orders/latest", "orders/:id<integer>", "orders/:key<uuid>",
      "orders/:flag<boolean>", "orders/:name", "orders/*rest", "*all",
    ]
    for texts in [texts, texts.reversed(), texts.shuffled()] {
      let trie = try RouteTrie(texts: texts)
      #expect(trie.clashes.isEmpty)
      #expect(trie.routes.map(\.value) == texts)
      #expect(try trie.text(path) == winner)
    }
  }

  @Test(arguments: [
    ("a/b/c", "a/b/c"), ("a/b/d", "a/:x/d"), ("a/b/e", "a/*rest"), ("c/b/e", ":x/b/e"),
    ("c/b/x", "c/b/x"), ("a/z/d", "a/:x/d"),
    ("a/b/f", "a/*rest"), ("a/b/g/h", "a/b/:x/h"), ("a/b/g/i", "a/*rest"), ("z/b/e", ":x/b/e"),
    ("z/b/f", nil), ("a/b", "a/*rest"), ("a", nil), ("z", nil),
  ])
  func `the search backtracks from a dead end`(path: String, winner: String?) throws {
    let trie = try RouteTrie(
      texts: ["a/b/c", "a/:x/d", ":x/b/e", "a/*rest", "a/b/:x/h", "c/b/x"])
    #expect(try trie.text(path) == winner)
  }

  @Test func `captures from a dead end are discarded`() throws {
    let trie = try RouteTrie(texts: [
      "a/:x<integer>/:y/end", "a/:x/*rest", ":z/7/b/other",
    ])
    #expect(try trie.captures("a/7/b/end") == ["7", "b"])
    #expect(try trie.captures("a/7/b/other") == ["7", "b/other"])
    #expect(try trie.text("q/7/b/other") == ":z/7/b/other")
    #expect(try trie.captures("q/7/b/other") == ["q"])
  }

  @Test func `the following segments decide between typed captures`() throws {
    let texts = ["a/:x<integer>/:y", "a/:x<number>/b", "a/:x<Short>/:y<integer>", "a/:x/c"]
    for texts in [texts, texts.reversed()] {
      let trie = try RouteTrie(texts: texts)
      #expect(trie.clashes.isEmpty)
      #expect(try trie.text("a/7/b") == "a/:x<number>/b")
      #expect(try trie.text("a/7/8") == "a/:x<Short>/:y<integer>")
      #expect(try trie.text("a/7/c") == "a/:x<integer>/:y")
      #expect(try trie.text("a/777/8") == "a/:x<integer>/:y")
      #expect(try trie.text("a/zzz/c") == "a/:x/c")
      #expect(try trie.text("a/zzz/b") == nil)
    }
  }

  @Test func `captures are in the order of the names, decoded`() throws {
    let trie = try RouteTrie(texts: ["repos/:owner/:repo/contents/*path"])
    let path = try RoutePath(parsing: "repos/a%2Fb/100%25/contents/caf%C3%A9/x%2Fy")
    let captures = try #require(trie.match(path)).captures
    #expect(Array(captures) == ["a/b", "100%", "café/x/y"])
    #expect(captures.segments(at: 0) == ["a/b"])
    #expect(captures.segments(at: 2) == ["café", "x/y"])
    #expect(captures.count == 3)
    #expect(captures.last == "café/x/y")
  }

  @Test func `literals are compared decoded`() throws {
    let trie = try RouteTrie(texts: ["caf%C3%A9/a%2Fb/%25", "%3Aid/x", ":id/*rest"])
    #expect(try trie.text("café/a%2fb/%25") == "caf%C3%A9/a%2Fb/%25")
    #expect(try trie.text("café/a/b") == ":id/*rest")
    #expect(try trie.text("/:id/x") == "%3Aid/x")
    #expect(try trie.text("cafe\u{301}/x") == ":id/*rest")
  }

  @Test func `a typed capture tests the decoded segment`() throws {
    let trie = try RouteTrie(texts: [":c<Color>", ":c<Size>", ":other"])
    #expect(try trie.text("a%2Fb") == ":c<Color>")
    #expect(try trie.text("large") == ":c<Size>")
    #expect(try trie.text("blue") == ":other")
  }

  @Test func `a rest matches one segment or more`() throws {
    let trie = try RouteTrie(texts: ["files/*rest"])
    #expect(try trie.text("files") == nil)
    #expect(try trie.text("files/") == nil)
    #expect(try trie.captures("files/a") == ["a"])
    #expect(try trie.captures("files/a//b/") == ["a/b"])
  }

  @Test func `a tree without routes finds nothing`() throws {
    let trie = RouteTrie<Int>([])
    #expect(trie.match(.root) == nil)
    #expect(try trie.match(RoutePath(parsing: "a")) == nil)
    #expect(trie.clashes.isEmpty)
  }

  @Test func `a node may have a child for every byte of a name`() throws {
    let paths = try (0x21..<0x2FF).compactMap(UnicodeScalar.init)
      .filter { $0 != "\u{7F}" }
      .map { try RoutePath(segments: ["a", "\($0)x"]) }
    let trie = RouteTrie(
      try paths.map { .init(try PathPattern($0.description), $0, declaredAt: "here") })
    #expect(trie.clashes.isEmpty)
    for path in paths { #expect(trie.match(path)?.value == path) }
  }

  @Test func `patterns with the longest literal, most segments or most captures match`() throws {
    let literal = String(repeating: "x", count: 2048)
    let deep = Array(repeating: "s", count: 32).joined(separator: "/")
    let wide = (0..<15).map { ":c\($0)" }.joined(separator: "/") + "/*rest"
    let trie = try RouteTrie(texts: [literal, deep, wide])
    #expect(try trie.text(literal) == literal)
    #expect(try trie.text(literal.dropLast() + "y") == nil)
    #expect(try trie.text(deep) == deep)
    #expect(
      try trie.captures((0..<17).map { "\($0)" }.joined(separator: "/"))
        == (0..<15).map { "\($0)" } + ["15/16"])
  }

  @Test func `captures of a very long path are exact`() throws {
    let trie = try RouteTrie(texts: [":first/*rest"])
    let first = String(repeating: "a", count: 60_000)
    let rest = String(repeating: "b/", count: 2_000) + "c"
    let path = try RoutePath(
      parsing: first + "/" + rest, limits: RouteLimits(urlLength: .max, segments: .max))
    let captures = try #require(trie.match(path)).captures
    #expect(captures[0] == first)
    #expect(captures[1] == rest)
    #expect(captures.segments(at: 1).count == 2_001)
  }
}
