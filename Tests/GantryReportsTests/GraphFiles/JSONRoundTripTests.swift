// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchFixture
import Testing

@testable import GantryReports

/// The JSON writer and reader against each other, and the reader against Foundation's.
@Suite struct JSONRoundTripTests {
  private static let names = [
    "", "a", "ready", "日本 🚀", "\"\\/\u{8}\u{C}\n\r\t", "\u{0}\u{1F}\u{7F}",
  ]

  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> JSONText {
    let count = Int.random(in: 0...4, using: &random)
    switch Int.random(in: 0...(depth > 0 ? 5 : 3), using: &random) {
    case 0: return .string(names.randomElement(using: &random) ?? "")
    case 1: return .integer(Int.random(in: -1_000_000...1_000_000, using: &random))
    case 2: return .number("\(Double.random(in: -1e9...1e9, using: &random))")
    case 3:
      return .number(["0", "-0", "1e3", "1.5E-7", "0.10e+2"].randomElement(using: &random) ?? "")
    case 4: return .array((0..<count).map { _ in value(depth - 1, &random) })
    default:
      return .object(
        (0..<count).map { number in
          ((names.randomElement(using: &random) ?? "") + "\(number)", value(depth - 1, &random))
        })
    }
  }

  private static func isSame(_ written: JSONText, _ read: JSONValue) -> Bool {
    switch (written, read.kind) {
    case (.string(let text), .string(let other)): text == other
    case (.integer(let number), .number(let other)): Double(number) == other
    case (.number(let text), .number(let other)): Double(text) == other
    case (.array(let values), .array(let others)):
      values.count == others.count && zip(values, others).allSatisfy { isSame($0, $1) }
    case (.object(let members), .object(let others)):
      members.count == others.count
        && zip(members, others).allSatisfy { $0.0 == $1.key && isSame($0.1, $1.value) }
    default: false
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `a written value reads back unchanged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = Self.value(4, &random)
    let read = try JSONParser.parse(Array(value.text.utf8))
    #expect(Self.isSame(value, read), "seed \(seed): \(value.text)")
  }

  /// Foundation's value in the form of this reader's.
  private static func isSame(_ read: JSONValue, _ other: Any) -> Bool {
    switch (read.kind, other) {
    case (.string(let text), let other as String): text == other
    case (.bool(let flag), let other as NSNumber): flag == other.boolValue
    // Foundation reads many digits as a decimal and rounds twice.
    case (.number(let number), let other as NSNumber):
      abs(number - other.doubleValue) <= abs(number) * 1e-12
    case (.null, is NSNull): true
    case (.array(let values), let others as [Any]):
      values.count == others.count && zip(values, others).allSatisfy { isSame($0, $1) }
    case (.object(let members), let others as [String: Any]):
      // For a duplicate key, each reader may pick a different value.
      Set(members.map(\.key)).count < members.count
        || members.count == others.count
          && members.allSatisfy { member in
            others[member.key].map { isSame(member.value, $0) } ?? false
          }
    default: false
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `a damaged text is refused, or Foundation reads it the same way`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = Array(Self.value(3, &random).text.utf8)
    for _ in 0..<20 {
      var text = whole
      for _ in 0..<Int.random(in: 1...2, using: &random) where !text.isEmpty {
        let place = text.indices.randomElement(using: &random) ?? 0
        let byte = Array(#"{}[]",:\/ 01.-+eEtfnu"#.utf8 + [0, 9, 10, 0x80, 0xC3])
          .randomElement(using: &random)
        if random.chance(40) { text.remove(at: place) } else { text[place] = byte ?? 0 }
      }
      let shown = "seed \(seed): \(String(decoding: text, as: UTF8.self))"
      do throws(JSONParser.Failure) {
        let read = try JSONParser.parse(text)
        let other = try? JSONSerialization.jsonObject(
          with: Data(text), options: .fragmentsAllowed)
        #expect(other.map { Self.isSame(read, $0) } ?? false, "\(shown)")
      } catch {
        let lines = text.split(separator: 10, omittingEmptySubsequences: false)
        let line = error.position.line - 1
        try #require(lines.indices.contains(line), "\(shown)")
        #expect((1...lines[line].count + 1).contains(error.position.column), "\(shown)")
      }
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `a truncated text is refused`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let whole = Array(JSONText.array([Self.value(3, &random)]).text.utf8)
    for count in 0..<whole.count {
      #expect(throws: JSONParser.Failure.self, "seed \(seed), \(count) bytes") {
        try JSONParser.parse(Array(whole.prefix(count)))
      }
    }
  }

  @Test(
    arguments: [
      (#""\u0041\u00e9""#, "Aé"), (#""\uD83D\uDE80""#, "🚀"), (#""\ud83d\ude80""#, "🚀"),
      (#""\/\b\f""#, "/\u{8}\u{C}"), (#""\uFFFF""#, "\u{FFFF}"),
      ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
    ])
  func `escapes follow the RFC`(json: String, text: String) throws {
    guard case .string(let read) = try JSONParser.parse(Array(json.utf8)).kind else {
      Issue.record("no string")
      return
    }
    #expect(read == text)
  }

  @Test(
    arguments: [
      (#""\u00g1""#, "an escape that JSON doesn't have"),
      (#""\u 041""#, "an escape that JSON doesn't have"),
      (#""\u+041""#, "an escape that JSON doesn't have"),
      (#""\u00""#, "an escape that JSON doesn't have"), (#""\"#, "the text ends inside quotes"),
      (#""\uDE80""#, "half of a surrogate pair"), (#""\uD83D\u0041""#, "half of a surrogate pair"),
      (#""\uD83Dx""#, "half of a surrogate pair"), ("-", "- is not a number"),
      ("--1", "- is not a number"), ("1e+", "1e+ is not a number"), ("-01", "-01 is not a number"),
      (".5", "expected a value"), ("+1", "expected a value"), ("truth", "expected a value"),
      ("[1,]", "expected a value"), (#"{"a":1,}"#, "expected a key in quotes"),
      (#"{"a":1 "b":2}"#, "expected a comma or the end of the object"),
      ("nulls", "unexpected text after the end"),
    ])
  func `a syntax error is named`(json: String, reason: String) {
    let failure = #expect(throws: JSONParser.Failure.self) {
      try JSONParser.parse(Array(json.utf8))
    }
    #expect(failure?.reason == reason)
  }

  @Test func `a string that is not UTF-8 is refused`() {
    let failure = #expect(throws: JSONParser.Failure.self) {
      try JSONParser.parse([0x22, 0x41, 0xFF, 0x22])
    }
    #expect(failure?.reason == "the text is not UTF-8")
  }

  @Test(arguments: [(128, true), (129, false)])
  func `values can be nested 128 deep`(depth: Int, isRead: Bool) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(((try? JSONParser.parse(Array(text.utf8))) != nil) == isRead)
  }

  @Test func `a value's position is that of its first byte`() throws {
    let text = "{\n  \"ä\": [1,\n    \"x\"], \"b\": {}}"
    let root = try JSONParser.parse(Array(text.utf8))
    func words(_ value: JSONValue) -> [String] {
      let own = "\(value.text) \(value.position.line):\(value.position.column)"
      switch value.kind {
      case .array(let values): return [own] + values.flatMap(words)
      case .object(let members):
        return [own]
          + members.flatMap { member in
            ["\(member.key) \(member.position.line):\(member.position.column)"]
              + words(member.value)
          }
      default: return [own]
      }
    }
    #expect(
      words(root) == [
        "an object 1:1", "ä 2:3", "an array 2:9", "1 2:10", "\"x\" 3:5", "b 3:11", "an object 3:16",
      ])
  }
}
