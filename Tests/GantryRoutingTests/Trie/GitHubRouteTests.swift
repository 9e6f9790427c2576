// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

/// The paths in the benchmark of route lookup are also found correctly.
@Suite struct GitHubRouteTests {
  /// The patterns, read from the benchmark's own list.
  private static func texts() throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let list = root.appending(path: "Benchmarks/Sources/Benchmarks/GitHubRoutes.swift")
    return try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("/") && !$0.hasPrefix("//") }
  }

  @Test func `each of the 146 paths finds its own route and captures`() throws {
    let texts = try Self.texts()
    #expect(texts.count == 146)
    let trie = try RouteTrie(texts: texts)
    #expect(trie.clashes.isEmpty)
    for text in texts {
      let pattern = try PathPattern(text)
      let values = pattern.captureNames.map { "\($0) 1/2 %" }
      let rest = values.last.map { [$0, "more"] } ?? []
      let path = try pattern.path(
        filling: Dictionary(zip(pattern.captureNames, values)) { first, _ in first }, rest: rest)
      let match = try #require(trie.match(path))
      #expect(match.value == text)
      let hasRest = text.contains("*")
      let expected = hasRest ? values.dropLast() + [rest.joined(separator: "/")] : values
      #expect(Array(match.captures) == expected)
    }
  }

  @Test func `a path near each of the 146 leads where trying every pattern leads`() throws {
    let patterns = try Self.texts().map { try PathPattern($0) }
    let trie = RouteTrie(patterns.map { .init($0, $0, declaredAt: "GitHub") })
    for pattern in patterns {
      let segments = pattern.segments.map { segment in
        switch segment {
        case .literal(let text): text
        case .capture(let name, _), .rest(let name): name
        }
      }
      let others = [
        segments.dropLast(), segments + ["x"], segments.dropLast() + ["events"],
        segments.map { $0 + "x" }, segments.map { String($0.dropLast()) + "_" },
      ]
      for path in others.map(Array.init) {
        let best = ReferenceMatcher.best(of: patterns, in: path)
        #expect(best.count <= 1)
        #expect(trie.match(try RoutePath(segments: path))?.value == best.first, "\(path)")
      }
    }
  }
}
