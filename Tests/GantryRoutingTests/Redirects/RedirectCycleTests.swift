// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import TestRounds
import Testing

@Suite struct RedirectCycleTests {
  private static func redirects(
    _ entries: [(from: String, to: String)], gone: [String] = []
  ) throws(RouteError) -> RouteRedirects {
    let list = entries.map { #"{"from": "\#($0.from)", "to": "\#($0.to)"}"# }
    let names = gone.map { #""\#($0)""# }
    return try RouteRedirectsTests.redirects(
      #"{"version": 1, "redirects": [\#(list.joined(separator: ","))], "#
        + #""gone": [\#(names.joined(separator: ","))]}"#)
  }

  @Test(
    arguments: [
      ([("a", "a")], [[0]]),
      ([("a", "b"), ("b", "a")], [[0, 1]]),
      ([("x", "a"), ("a", "b"), ("b", "c"), ("c", "a")], [[1, 2, 3]]),
      ([("x", "c"), ("b", "c"), ("c", "b")], [[1, 2]]),
      ([("a/:x", "b/:x"), ("b/:x", "a/:x")], [[0, 1]]),
      ([("a/*r", "a/b/*r")], [[0]]),
      ([("a/:x", "a/b")], [[0]]),
      ([("b/:x", ":x/a")], [[0]]),
      ([(":x", "a")], [[0]]),
      ([("*r", "x/*r")], [[0]]),
      ([("a/:x", "b/:x"), ("b/c", "a/d")], [[0, 1]]),
      ([("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")], [[0, 1], [2, 3]]),
      ([("a/*r", "b/*r"), ("b/*r", "a/x/*r"), ("b/x/*r", "*r")], [[0, 1], [2]]),
      ([("a/x/:y", "a/:y"), ("a/:y", "a/x/:y")], [[0, 1]]),
      ([("c", "a"), ("a", "b"), ("b", "a"), ("b/x", "c")], [[1, 2]]),
    ] as [([(from: String, to: String)], [[Int]])])
  func `entries that may form a cycle are refused and named`(
    entries: [(from: String, to: String)], cycles: [[Int]]
  ) {
    let faults = cycles.map { cycle in
      RouteRedirectsFault.cycle(keyPaths: cycle.map { "redirects[\($0)]" })
    }
    #expect(throws: RouteError.invalidRedirects(faults)) { try Self.redirects(entries) }
  }

  @Test(
    arguments: [
      [("a", "b"), ("b", "c"), ("c", "d")],
      [("orders/:id", "orders/:id/show")],
      [("a/:x", "b/:x"), ("b/:x/:y", "a/:x")],
      [("a/:x", "b/c"), ("b/:x", "a"), ("a", "d")],
      [("old/*r", "new/*r"), ("new", "old")],
      [("en/*rest", "*rest")],
      [(":lang/*rest", "*rest")],
      [("a/:x/:y", "a/:x"), ("a/:x", "b"), ("b", "c")],
      [("a/*r", "b/*r"), ("b/x/*r", "a/*r")],
    ] as [[(from: String, to: String)]])
  func `entries without a cycle are accepted`(entries: [(from: String, to: String)]) throws {
    #expect(try Self.redirects(entries).entries.count == entries.count)
  }

  @Test func `a gone path breaks a cycle`() throws {
    let entries = [(from: "a/:x", to: "b/:x"), (from: "c", to: "a/c")]
    let redirects = try Self.redirects(entries, gone: ["b/c", "b/:y"])
    #expect(try redirects.destination(of: try RouteURL(parsing: "c")) == .gone)
  }

  @Test func `an exact entry takes precedence over a pattern`() throws {
    let redirects = try Self.redirects([("a/:x", "b/stop"), ("b/:x", "a/:x"), ("b/stop", "end")])
    #expect(
      try redirects.destination(of: try RouteURL(parsing: "a/1"))
        == .moved(try RouteURL(parsing: "end")))
  }

  @Test func `a long chain is followed, and refused if it forms a cycle`() throws {
    let count = 5_000
    let chain = (0..<count).map { (from: "p\($0)", to: "p\($0 + 1)") }
    let redirects = try Self.redirects(chain)
    #expect(
      try redirects.destination(of: try RouteURL(parsing: "p0"))
        == .moved(try RouteURL(parsing: "p\(count)")))
    #expect(throws: RouteError.self) {
      try Self.redirects(chain + [(from: "p\(count)", to: "p0")])
    }
  }

  @Test func `a random map is refused, or every path ends`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    let sources = ["a/:x", "a/b", "b/:x", "b/c", "c", "c/*r", ":x", "a", "d/:x/:y", "d/*r"]
    let targets = ["a/b", "b/c", "c", "a", "e", "d/e/f", "c/d", ""]
    var taken = 0
    for _ in 0..<FuzzBudget.inputs / 200 {
      let entries = sources.shuffled(using: &random).prefix(4).map { from in
        let capture = from.split(separator: "/").last { ":*".contains($0.prefix(1)) } ?? "e"
        let target = targets.randomElement(using: &random) ?? "e"
        return (from: from, to: random.chance(50) ? target : "\(target.prefix(1))/\(capture)")
      }
      guard let redirects = try? Self.redirects(entries) else { continue }
      taken += 1
      for text in ["a/b", "a/z", "b/c", "b/z", "c", "c/d", "c/d/e", "a", "d/a/b", "z"] {
        let path = try RouteURL(parsing: text)
        guard case .moved(let end) = try redirects.destination(of: path) else { continue }
        if try redirects.destination(of: end) != nil {
          Issue.record("\(entries): \(text) → \(end)")
        }
      }
    }
    #expect(taken > 0)
  }
}
