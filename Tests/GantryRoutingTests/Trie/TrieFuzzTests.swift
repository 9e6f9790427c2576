// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import TestRounds
import Testing

@Suite struct TrieFuzzTests {
  /// Few words, some with a common prefix, so that paths and patterns often match.
  private static let words = [
    "a", "ab", "abc", "b", "7", "-7", "true", "red", "a/b", "%", "é", "e",
  ]

  @Test func `the tree matches what trying every pattern matches`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    var hits = 0
    let pathsOfATree = 200
    for _ in 0..<FuzzBudget.inputs / pathsOfATree {
      let patterns = try Self.patterns(&random)
      let trie = RouteTrie(
        patterns.enumerated().map { .init($1, $0, declaredAt: "\($0)") })
      let kept = trie.routes.map(\.pattern)
      let shuffled = RouteTrie(trie.routes.shuffled(using: &random))
      #expect(shuffled.clashes.isEmpty)
      for _ in 0..<pathsOfATree {
        let segments = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
          Self.words.randomElement(using: &random) ?? "a"
        }
        let best = ReferenceMatcher.best(of: kept, in: segments)
        let path = try RoutePath(segments: segments)
        let match = trie.match(path)
        let found = match.map { patterns[$0.value] }
        hits += found == nil ? 0 : 1
        guard best.count <= 1, found == best.first, shuffled.match(path)?.value == match?.value,
          match.map({ Array($0.captures) })
            == best.first.flatMap({ ReferenceMatcher.captures(of: $0, in: segments) })
        else {
          Issue.record(
            "\(segments) among \(kept): found \(String(describing: found)), expected \(best)")
          return
        }
      }
    }
    #expect(hits > FuzzBudget.inputs / 10)
  }

  @Test func `two patterns that match a path equally are never both kept`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    for _ in 0..<FuzzBudget.inputs / 2_000 {
      let patterns = try Self.patterns(&random)
      let trie = RouteTrie(patterns.map { .init($0, $0, declaredAt: "") })
      #expect(trie.routes.count + trie.clashes.count == patterns.count)
      for (index, pattern) in trie.routes.map(\.pattern).enumerated() {
        for other in trie.routes.dropFirst(index + 1).map(\.pattern)
        where ReferenceMatcher.ranks(of: pattern) == ReferenceMatcher.ranks(of: other) {
          // A path of one pattern, filled with words of the other, must not match both.
          let filled = zip(pattern.segments, other.segments).map(Self.word)
          let isBoth = [pattern, other].allSatisfy {
            ReferenceMatcher.captures(of: $0, in: filled) != nil
          }
          if isBoth { Issue.record("\(pattern) and \(other) both match \(filled)") }
        }
      }
    }
  }

  /// A word that both segments accept, if there is one.
  private static func word(_ segment: PathPattern.Segment, _ other: PathPattern.Segment) -> String {
    words.first { word in
      [segment, other].allSatisfy { segment in
        switch segment {
        case .literal(let text): text == word
        case .capture(_, let kind): kind.accepts(word)
        case .rest: true
        }
      }
    } ?? "none"
  }

  private static func patterns(_ random: inout SeededGenerator) throws -> [PathPattern] {
    try (0..<Int.random(in: 1..<25, using: &random)).map { _ in
      var texts: [String] = []
      var kinds: [String: CaptureKind] = [:]
      let count = Int.random(in: 0..<5, using: &random)
      for index in 0..<count {
        let dice = Int.random(in: 0..<100, using: &random)
        if dice < 50 {
          let word = words.randomElement(using: &random) ?? "a"
          texts.append(word.replacing("%", with: "%25").replacing("/", with: "%2F"))
        } else if dice < 90 || index + 1 < count {
          texts.append(":c\(index)")
          if dice < 70 { kinds["c\(index)"] = PathPattern.kinds.randomElement(using: &random) }
        } else {
          texts.append("*rest")
        }
      }
      return try PathPattern(texts.joined(separator: "/"), kinds: kinds)
    }
  }
}
