// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import TestRounds
import Testing

/// A property of each kind that `@RoutePattern` writes code for.
@RoutePattern("kinds/:id/:day/*rest")
private struct EveryKind: Equatable {
  typealias Output = String
  let id: UUID
  let day: Date
  let rest: [String]
  var ratio: Double
  var isOpen: Bool
  var numbers: [Int]
  var tabs: [Tab]
  var link: URL?
  var until: Date?
  var factor: Double?
  var isExact: Bool?
  var tab: Tab?
  var name: String?
  var limit: Int = 20
}

@Suite struct RouteMacroRoundTripTests {
  @Test func `values that the macro prints read back as equal`() throws {
    let seed = UInt64.random(in: 1...(.max))
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(2_000) {
      let route = Self.route(&random)
      let text = try route.path()
      guard try EveryKind(parsing: text) == route else {
        Issue.record("seed \(seed): \(text)")
        return
      }
    }
  }

  private static func route(_ random: inout SeededGenerator) -> EveryKind {
    EveryKind(
      id: uuid(&random), day: date(&random),
      rest: (0..<Int.random(in: 1...4, using: &random)).map { _ in "x" + text(&random) },
      ratio: double(&random), isOpen: .random(using: &random),
      numbers: (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Int.random(in: Int.min...Int.max, using: &random)
      },
      tabs: (0..<Int.random(in: 0...3, using: &random)).map { _ in tab(&random) },
      link: maybe(&random) {
        URL(string: "https://shop.example/a?b=\(UInt8.random(in: 0...9, using: &$0))&c#d")
      },
      until: maybe(&random, date), factor: maybe(&random, double),
      isExact: maybe(&random) { Bool.random(using: &$0) }, tab: maybe(&random, tab),
      name: maybe(&random, text), limit: Int.random(in: -9...9, using: &random))
  }

  private static func maybe<T>(
    _ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> T?
  ) -> T? {
    Bool.random(using: &random) ? make(&random) : nil
  }

  private static func uuid(_ random: inout SeededGenerator) -> UUID {
    func byte() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
    return UUID(
      uuid: (
        byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
        byte(), byte(), byte(), byte(), byte()
      ))
  }

  /// To the millisecond, as routes print it; from year 1 to 9999.
  private static func date(_ random: inout SeededGenerator) -> Date {
    let milliseconds = Int.random(in: -62_135_596_800_000..<253_402_300_800_000, using: &random)
    return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  private static func double(_ random: inout SeededGenerator) -> Double {
    let value = Double(bitPattern: UInt64.random(in: 0...(.max), using: &random))
    return value.isFinite ? value : 0.1
  }

  private static func tab(_ random: inout SeededGenerator) -> Tab {
    Bool.random(using: &random) ? .open : .closed
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "/", " ", "+", "&", "=", "%", "%2F", "?", "#", "ü", "e\u{301}", "😀", ";"]
    return (0..<Int.random(in: 0...5, using: &random))
      .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
  }
}
