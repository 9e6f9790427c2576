// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import TestRounds
import Testing

@Suite struct PatternFuzzTests {
  private static let pieces = [
    "a", "B", "/", "/", "/", ":id", ":", "*rest", "*", ":7", "%3A", "%2F", "%", "%FF", "..", ".",
    "é", "?", "#", "\\", " ", "\u{0}", "-", "_", "{id}", "👩‍👩‍👧", ":größe",
  ]

  @Test func `any text is refused or is a pattern that survives printing and reading`() {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    var accepted = 0
    for _ in 0..<FuzzBudget.inputs {
      let count = Int.random(in: 0..<8, using: &random)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      do throws(RouteError) {
        let pattern = try PathPattern(text)
        accepted += 1
        let again = try PathPattern(pattern.description)
        if again != pattern { Issue.record("\(text.debugDescription) is printed as \(pattern)") }
      } catch {
        guard case .malformedPattern(text.escaped, _, let position) = error,
          (0...text.utf8.count).contains(position)
        else {
          Issue.record("\(text.debugDescription): \(error)")
          return
        }
      }
    }
    #expect(accepted > FuzzBudget.inputs / 25)
  }

  @Test func `the texts that fill a pattern are captured again`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    let texts = ["7", "a/b", "100%", "%2F", "é", "a b", "?", ":id", "*", "-", "\\", "red"]
    for _ in 0..<FuzzBudget.inputs / 20 {
      let count = Int.random(in: 0..<5, using: &random)
      let shape = (0..<count).map { random.chance(50) ? ":c\($0)" : "l\($0)" }
      let hasRest = random.chance(30)
      let pattern = try PathPattern((shape + (hasRest ? ["*rest"] : [])).joined(separator: "/"))
      var captures: [String: String] = [:]
      for name in pattern.captureNames { captures[name] = texts.randomElement(using: &random) }
      let rest = Array(texts.shuffled(using: &random).prefix(2))
      let path = try pattern.path(filling: captures, rest: rest)
      let trie = RouteTrie([.init(pattern, 1, declaredAt: "here")])
      let found = try #require(trie.match(path)).captures
      for (index, name) in pattern.captureNames.enumerated() {
        let given = name == "rest" ? rest : [captures[name] ?? ""]
        if found.segments(at: index) != given || found[index] != given.joined(separator: "/") {
          Issue.record("\(pattern) in \(path): \(found.segments(at: index)), expected \(given)")
        }
      }
    }
  }
}
