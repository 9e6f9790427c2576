// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryRouting
import Testing

@Suite struct RouteTrieTests {
  @Test func `the most specific pattern wins in whatever order they are given`() throws {
    let texts = ["a/b", "a/:id", "a/:name", "a/*rest"]
    let patterns = try texts.map { text in
      try PathPattern(text, kinds: text == "a/:id" ? ["id": .integer] : [:])
    }
    let routes = zip(patterns, texts).map { pattern, text in
      RouteTrie.Route(pattern, text, declaredAt: "A.swift:1")
    }
    for routes in [routes, routes.reversed()] {
      let trie = RouteTrie(routes)
      #expect(trie.faults.isEmpty)
      #expect(trie.match(try RoutePath(parsing: "a/b"))?.value == "a/b")
      #expect(trie.match(try RoutePath(parsing: "a/7"))?.value == "a/:id")
      #expect(trie.match(try RoutePath(parsing: "a/x"))?.value == "a/:name")
      #expect(trie.match(try RoutePath(parsing: "a/7/x"))?.value == "a/*rest")
    }
  }
}
