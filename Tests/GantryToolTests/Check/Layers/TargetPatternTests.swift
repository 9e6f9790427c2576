// SPDX-License-Identifier: Apache-2.0

import TestRounds
import Testing

@testable import GantryTool

/// Random patterns and sources.
@Suite struct PatternPropertyTests {
  /// The documented rules of a pattern, one letter at a time.
  private static func matches(_ pattern: Substring, _ name: Substring) -> Bool {
    switch pattern.first {
    case nil: name.isEmpty
    case "*":
      matches(pattern.dropFirst(), name) || !name.isEmpty && matches(pattern, name.dropFirst())
    case "?": !name.isEmpty && matches(pattern.dropFirst(), name.dropFirst())
    case let letter: name.first == letter && matches(pattern.dropFirst(), name.dropFirst())
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `random patterns match as the rules say`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let pattern = String(
        (0..<random.number(0...6)).map { _ in Array("aab*?")[random.number(0...4)] })
      let name = String((0..<random.number(0...7)).map { _ in Array("aab")[random.number(0...2)] })
      #expect(
        TargetPattern(text: pattern, location: "").matches(name)
          == Self.matches(pattern[...], name[...]), "seed \(seed): \(pattern) \(name)")
    }
  }

  private static let fragments = [
    "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\#(", ")", "//", "/*", "*/", "\n", "#/", "/#", "/", " ",
    "{", "}", "let a = ", "import Tea", "@Module ", "final class A ", "#if B", "#else", "#elseif C",
    "#endif", "func f()", "\\", "é", "(", ";", "\r\n", "\t",
  ]

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `a mask hides characters without moving any`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = (0..<random.number(0...40)).map { _ in
      Self.fragments[random.number(0...Self.fragments.count - 1)]
    }.joined()
    let mask = SwiftMask(source)
    #expect(mask.text == Array(source.utf8), "seed \(seed)")
    #expect(mask.code.count == mask.text.count, "seed \(seed)")
    for (code, text) in zip(mask.code, mask.text) {
      #expect(
        code == text || code == UInt8(ascii: " ") && text != UInt8(ascii: "\n"), "seed \(seed)")
    }
    let lines = source.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    let file = SourceFile(source)
    #expect(file.imports.allSatisfy { (1...lines).contains($0.line) }, "seed \(seed)")
    #expect(file.declarations.allSatisfy { (1...lines).contains($0.line) }, "seed \(seed)")
  }
}

@Suite struct TargetPatternTests {
  @Test(
    arguments: [
      ("Orders", "Orders", true), ("Orders", "OrdersAPI", false), ("*API", "OrdersAPI", true),
      ("*API", "API", true), ("*API", "OrdersAPIs", false), ("*", "", true), ("", "", true),
      ("", "A", false), ("O*s", "Orders", true), ("O*s", "Order", false),
      ("?rders", "Orders", true),
      ("?", "", false), ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false),
      ("*aab", "aaaab", true), ("a?c*", "abcabc", true), ("**", "any", true),
    ])
  func `a pattern matches the names that it describes`(pattern: String, name: String, fits: Bool) {
    #expect(TargetPattern(text: pattern, location: "").matches(name) == fits)
  }
}
