// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import TestRounds
import Testing

@Suite struct URLFuzzTests {
  private static let schemes = RouteSchemes(["bazaar"], hosts: ["shop.example"])

  /// Pieces of URLs, and text that breaks them.
  private static let pieces = [
    "a", "B", "7", "/", "/", "//", ".", "..", "%2e", "%2F", "%5C", "%25", "%00", "%FF", "%C3%A9",
    "%", "%4", "é", "👩‍👩‍👧", " ", "+", "?", "&", "=", "#", ":", "@", "\\", "\u{0}", "bazaar://",
    "https://", "shop.example", ":443", "https://shop.example/", "e\u{301}", "\r\n",
  ]

  @Test func `any text is refused or is a URL that survives printing and reading`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    var accepted = 0
    for _ in 0..<FuzzBudget.inputs {
      let count = Int.random(in: 0..<10, using: &random)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let url: RouteURL
      do throws(RouteError) {
        url = try RouteURL(parsing: text, schemes: Self.schemes)
      } catch {
        expectPlace(of: error, in: text)
        continue
      }
      accepted += 1
      for segment in url.path.segments where [".", "..", ""].contains(segment) {
        Issue.record("\(text.debugDescription) has the segment \(segment)")
      }
      let printed = url.text()
      let again = try RouteURL(parsing: printed, schemes: Self.schemes)
      guard again == url, printed.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        Issue.record("\(text.debugDescription) is printed as \(printed)")
        return
      }
    }
    #expect(accepted > FuzzBudget.inputs / 25)
  }

  private func expectPlace(of error: RouteError, in text: String) {
    if case .malformedURL(_, _, let position) = error, !(0...text.utf8.count).contains(position) {
      Issue.record("\(text.debugDescription): \(error)")
    }
  }

  @Test func `segments and items of any Unicode make a URL that reads back as the same`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    for _ in 0..<FuzzBudget.inputs / 10 {
      let texts = (0..<3).map { _ in Self.text(&random) }
      let query = [RouteQueryItem(texts[0], texts[1]), RouteQueryItem(texts[2], nil)]
        // An item without name and value is dropped.
        .filter { !$0.name.isEmpty || $0.value != nil }
      let path: RoutePath
      do throws(RouteError) {
        path = try RoutePath(segments: texts)
      } catch {
        continue
      }
      let url = RouteURL(path: path, query: query)
      for text in [url.text(), url.text(scheme: "bazaar")] {
        let read = try RouteURL(parsing: text, schemes: Self.schemes)
        guard read.path.segments.map(Self.bytes) == texts.map(Self.bytes),
          read.query.map({ Self.bytes($0.name) }) == query.map({ Self.bytes($0.name) }),
          read.query.map({ $0.value.map(Self.bytes) }) == query.map({ $0.value.map(Self.bytes) })
        else {
          Issue.record("\(texts) is printed as \(text)")
          return
        }
      }
    }
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Text of any scalars except NUL, more often of those with a meaning in URLs.
  private static func text(_ random: inout SeededGenerator) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1..<6, using: &random) {
      let limit: UInt32 = random.chance(60) ? 0x7F : random.chance(50) ? 0xFFFF : 0x10FFFF
      if let scalar = UnicodeScalar(UInt32.random(in: 1...limit, using: &random)) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
