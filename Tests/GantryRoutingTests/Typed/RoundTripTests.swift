// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import TestRounds
import Testing

/// Random routes print and read back as the same route.
@Suite struct RoundTripTests {
  @Test func `a printed route reads back as the same route`() throws {
    let seed = FuzzBudget.seed
    var generator = SeededGenerator(seed: seed)
    var printed = 0
    for _ in 0..<FuzzBudget.inputs / 20 {
      let route = Self.page(&generator)
      let text: String
      do throws(RouteError) {
        text = try route.path()
      } catch {
        #expect(Self.isStated(error, for: route), "seed \(seed): \(route): \(error)")
        continue
      }
      printed += 1
      let back = try SearchPage(parsing: text)
      #expect(back == route && Self.isBytewise(back, route), "seed \(seed): \(text)")
      let url = try route.url().text(scheme: "bazaar")
      let outside = try SearchPage(
        parsing: url, schemes: ["bazaar"])
      #expect(outside == route, "seed \(seed): \(url)")
    }
    // Three fifths of the routes can be printed.
    #expect(printed > FuzzBudget.inputs / 100, "seed \(seed)")
  }

  @Test func `the segments of a rest read back as the same`() throws {
    let seed = FuzzBudget.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<FuzzBudget.inputs / 40 {
      let parts = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Self.text(&generator)
      }
      guard let text = try? FilePage(parts).path() else { continue }
      #expect(try FilePage(parsing: text) == FilePage(parts), "seed \(seed): \(text)")
    }
  }

  /// The documented reasons why a route cannot be printed.
  private static func isStated(_ error: RouteError, for route: SearchPage) -> Bool {
    switch error {
    case .unprintable(_, .emptySegment): route.shop.isEmpty
    case .unprintable(_, .dotSegment): route.shop.contains(".")
    case .unprintable(_, .controlCharacter):
      (route.tags + [route.shop]).contains { text in
        text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
      }
    default: false
    }
  }

  /// Texts that Unicode holds to be equal may have different bytes; here they must not.
  private static func isBytewise(_ first: SearchPage, _ second: SearchPage) -> Bool {
    Array(first.shop.utf8) == Array(second.shop.utf8)
      && first.tags.map { Array($0.utf8) } == second.tags.map { Array($0.utf8) }
  }

  private static func page(_ generator: inout SeededGenerator) -> SearchPage {
    var page = SearchPage(
      shop: text(&generator), id: Int.random(in: .min ... .max, using: &generator))
    if generator.chance(50) { page.tab = Tab.allCases.randomElement(using: &generator) }
    page.tags = (0..<Int.random(in: 0...3, using: &generator)).map { _ in text(&generator) }
    page.exact = generator.chance(50)
    page.factor = Double(bitPattern: generator.next())
    if !page.factor.isFinite { page.factor = -0.5 }
    if generator.chance(30) { page.key = UUID() }
    if generator.chance(30) { page.link = URL(string: "https://a.example/b?c=d&e=%2F#f") }
    if generator.chance(30) {
      let milliseconds = Int.random(
        in: -50_000_000_000_000...200_000_000_000_000, using: &generator)
      page.since = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    if generator.chance(30) { page.price = Cents(Int.random(in: 0...99_999, using: &generator)) }
    return page
  }

  /// Text from all of Unicode, with many characters that have a meaning in URLs.
  private static func text(_ generator: inout SeededGenerator) -> String {
    let special = Array("/?#%&=+:;@.*\\ \u{301}é%2F😀\u{0}\n")
    var text = ""
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      if generator.chance(60) {
        text.append(special[Int.random(in: 0..<special.count, using: &generator)])
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0x20...0x10FFFF, using: &generator)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
