// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Swift source with comments and the insides of text literals blanked out: what is left is code.
///
/// Every byte keeps its offset and its line. Interpolations are blanked with their literal.
struct SwiftMask {
  private static let blank = UInt8(ascii: " ")
  private static let newline = UInt8(ascii: "\n")
  private static let quote = UInt8(ascii: "\"")
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let pound = UInt8(ascii: "#")
  private static let backslash = UInt8(ascii: "\\")

  /// The bytes as they were read.
  let text: [UInt8]
  /// The bytes of the code, of the same number.
  private(set) var code: [UInt8]
  private var position = 0

  init(_ source: String) {
    text = Array(source.utf8)
    code = text
    while position < text.count { step() }
  }

  /// The line of a byte, from 1 on.
  func line(at offset: Int) -> Int { text[..<offset].count { $0 == Self.newline } + 1 }

  private func byte(_ distance: Int = 0) -> UInt8? {
    position + distance < text.count ? text[position + distance] : nil
  }

  private mutating func step() {
    switch (byte(), byte(1)) {
    case (Self.slash, Self.slash): while let next = byte(), next != Self.newline { hide() }
    case (Self.slash, Self.star): hideComment()
    case (Self.quote, _): hideLiteral(pounds: 0)
    case (Self.pound, _):
      var pounds = 0
      while byte(pounds) == Self.pound { pounds += 1 }
      if byte(pounds) == Self.quote {
        position += pounds
        hideLiteral(pounds: pounds)
      } else {
        position += pounds
      }
    default: position += 1
    }
  }

  private mutating func hide() {
    if text[position] != Self.newline { code[position] = Self.blank }
    position += 1
  }

  private mutating func hideComment() {
    var depth = 0
    repeat {
      switch (byte(), byte(1)) {
      case (Self.slash, Self.star): depth += 1
      case (Self.star, Self.slash): depth -= 1
      default:
        hide()
        continue
      }
      hide()
      hide()
    } while depth > 0 && position < text.count
  }

  private mutating func hideLiteral(pounds: Int) {
    let isLong = byte(1) == Self.quote && byte(2) == Self.quote
    let width = isLong ? 3 : 1
    // The quotation marks stay, so that what follows an argument's label is still something.
    position += width
    while let next = byte() {
      if next == Self.newline && !isLong { return }
      if next == Self.quote, isEnd(width: width, pounds: pounds) {
        position += width + pounds
        return
      }
      if next == Self.backslash, isEscape(pounds: pounds) {
        (0...pounds).forEach { _ in hide() }
        if byte() == UInt8(ascii: "(") {
          hideInterpolation()
        } else if byte() != nil {
          hide()
        }
      } else {
        hide()
      }
    }
  }

  private func isEnd(width: Int, pounds: Int) -> Bool {
    (0..<width).allSatisfy { byte($0) == Self.quote }
      && (0..<pounds).allSatisfy { byte(width + $0) == Self.pound }
  }

  private func isEscape(pounds: Int) -> Bool {
    (0..<pounds).allSatisfy { byte(1 + $0) == Self.pound }
  }

  private mutating func hideInterpolation() {
    var depth = 0
    repeat {
      if byte() == Self.quote {
        let start = position
        hideLiteral(pounds: 0)
        for index in start..<position where text[index] != Self.newline { code[index] = Self.blank }
        continue
      }
      if byte() == UInt8(ascii: "(") { depth += 1 }
      if byte() == UInt8(ascii: ")") { depth -= 1 }
      hide()
    } while depth > 0 && position < text.count
  }
}
