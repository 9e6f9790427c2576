// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryRouting

@Suite struct PercentCodingTests {
  private static let bytes = UInt8.min...UInt8.max

  /// The bytes that satisfy a condition, as text.
  private static func text(_ holds: (UInt8) -> Bool) -> String {
    String(decoding: bytes.filter(holds), as: UTF8.self)
  }

  @Test func `byte classes match ASCII`() {
    let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    #expect(Self.text(ASCII.isDigit) == "0123456789")
    #expect(Self.text(ASCII.isUppercase) == upper)
    #expect(Self.text(ASCII.isLetter) == upper + upper.lowercased())
    #expect(
      Self.text(ASCII.isUnreserved)
        == "-.0123456789\(upper)_\(upper.lowercased())~")
    #expect(Self.bytes.filter(ASCII.isControl) == Array(0...31) + [127])
    #expect(
      Self.bytes.filter { ASCII.lowercased($0) != $0 }.map(ASCII.lowercased)
        == Array(upper.lowercased().utf8))
    #expect(Self.text { ASCII.hexValue($0) != nil } == "0123456789ABCDEFabcdef")
    #expect("0123456789ABCDEF".utf8.map(ASCII.hexValue) == Array(0...15))
    #expect("abcdef".utf8.map(ASCII.hexValue) == Array(10...15))
  }

  @Test(arguments: UInt8.min...127)
  func `an ASCII byte is printed unchanged or as an escape`(byte: UInt8) {
    let text = String(UnicodeScalar(byte))
    let hex = String(byte, radix: 16, uppercase: true)
    let escape = "%" + (hex.count < 2 ? "0" : "") + hex
    #expect(PercentCoding.encode(text) == (ASCII.isUnreserved(byte) ? text : escape))
  }

  @Test(arguments: [
    ("a%20b", "a b", "a b"), ("a+b", "a+b", "a b"), ("a%2Bb", "a+b", "a+b"), ("%41%7a", "Az", "Az"),
    ("%C3%A9", "\u{E9}", "\u{E9}"), ("%c3%a9", "\u{E9}", "\u{E9}"), ("%25%32%35", "%25", "%25"),
    ("%F0%9F%8C%B7", "\u{1F337}", "\u{1F337}"), ("a%00", "a\u{0}", "a\u{0}"), ("", "", ""),
    ("\u{E9}", "\u{E9}", "\u{E9}"), ("++", "++", "  "),
  ])
  func `escapes are decoded, and plus signs in queries are spaces`(
    text: String, decoded: String, inQuery: String
  ) throws {
    let bytes = Array(text.utf8)[...]
    #expect(try PercentCoding.decode(bytes) == Array(decoded.utf8))
    #expect(try PercentCoding.decode(bytes, plusIsSpace: true) == Array(inQuery.utf8))
  }

  @Test(
    arguments: [
      ("%", .badEscape, 2), ("a%2", .badEscape, 3), ("a%2g", .badEscape, 3), ("%g2", .badEscape, 2),
      ("%%41", .badEscape, 2), ("a%20%", .badEscape, 6), ("%-1", .badEscape, 2),
      ("%C3", .notUTF8, 2), ("a%FF", .notUTF8, 2), ("%C3+", .notUTF8, 2), ("%C0%80", .notUTF8, 2),
      ("%ED%A0%80", .notUTF8, 2), ("%F4%90%80%80", .notUTF8, 2),
    ] as [(String, RouteURLFault, Int)])
  func `a bad escape is refused with its position in the whole text`(
    text: String, fault: RouteURLFault, position: Int
  ) {
    let whole = Array("/a\(text)".utf8)
    for plusIsSpace in [false, true] {
      do throws(URLFlaw) {
        let bytes = try PercentCoding.decode(whole[2...], plusIsSpace: plusIsSpace)
        Issue.record("It was read as \(bytes).")
      } catch {
        #expect(error.fault == fault)
        #expect(error.position == position)
      }
    }
  }

  @Test func `texts are equal only if their bytes are`() {
    let composed = "caf\u{E9}"
    #expect(composed.hasBytes(of: "caf\u{E9}"))
    #expect(!composed.hasBytes(of: "cafe\u{301}"), "though Unicode holds them to be equal")
    #expect(!composed.hasBytes(of: "caf"))
  }
}
