// SPDX-License-Identifier: Apache-2.0

/// Swift source in which comments and the contents of text and regex literals are blank, so that
/// only code is left.
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

  /// The original bytes.
  let text: [UInt8]
  /// The bytes of the code, as many as in the original.
  private(set) var code: [UInt8]
  private var position = 0

  init(_ source: String) {
    text = Array(source.utf8)
    code = text
    while position < text.count { step() }
  }

  private func byte(_ distance: Int = 0) -> UInt8? {
    position + distance < text.count ? text[position + distance] : nil
  }

  private mutating func step() {
    switch (byte(), byte(1)) {
    case (Self.slash, Self.slash): while let next = byte(), next != Self.newline { hide() }
    case (Self.slash, Self.star): hideComment()
    case (Self.quote, _): hideLiteral(pounds: 0)
    case (Self.slash, _): hideRegex(pounds: 0)
    case (Self.pound, _):
      var pounds = 0
      while byte(pounds) == Self.pound { pounds += 1 }
      if byte(pounds) == Self.slash { return hideRegex(pounds: pounds) }
      position += pounds
      if byte() == Self.quote { hideLiteral(pounds: pounds) }
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
    // The quotation marks stay, so that a value still follows the label of an argument.
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
      let start = position
      var pounds = 0
      while byte(pounds) == Self.pound { pounds += 1 }
      if byte(pounds) == Self.quote {
        position += pounds
        hideLiteral(pounds: pounds)
        for index in start..<position where text[index] != Self.newline { code[index] = Self.blank }
        continue
      }
      if byte(pounds) == Self.slash, let count = regex(pounds: pounds, after: text) {
        (0..<count).forEach { _ in hide() }
        continue
      }
      if byte() == UInt8(ascii: "(") { depth += 1 }
      if byte() == UInt8(ascii: ")") { depth -= 1 }
      hide()
    } while depth > 0 && position < text.count
  }
}

extension SwiftMask {
  /// The texts of the literals that a pattern finds by the blanks in their place.
  ///
  /// - Parameters:
  ///   - pattern: Its group is the inside of a literal: `name: "( *)"`.
  ///   - range: The part of the code to look at; nil looks at all.
  func literals(
    _ pattern: Regex<(Substring, Substring)>, in range: Range<Int>? = nil
  ) -> [String] {
    let range = range ?? code.indices
    let code = String(decoding: code[range], as: UTF8.self)
    return code.matches(of: pattern).map { match in
      let inside = match.output.1
      let start =
        range.lowerBound + code.utf8.distance(from: code.startIndex, to: inside.startIndex)
      return String(decoding: text[start..<start + inside.utf8.count], as: UTF8.self)
    }
  }
}

extension SwiftMask {
  /// The words that an operand follows, not an operator.
  private static let words: Set = [
    "as", "await", "case", "else", "guard", "if", "in", "is", "return", "switch", "throw", "try",
    "where", "while", "yield",
  ]

  private mutating func hideRegex(pounds: Int) {
    guard let count = regex(pounds: pounds, after: code) else {
      position += pounds + 1
      return
    }
    // The delimiters stay, as they do for text.
    position += pounds + 1
    (0..<count - 2 * (pounds + 1)).forEach { _ in hide() }
    position += pounds + 1
  }

  /// Returns the length in bytes of the regex literal that begins here, with its delimiters; nil if
  /// none does.
  ///
  /// The rules are those of SE-0354. `/…/` is a literal if an operand may begin here and it is on
  /// one line. It has no space at either end, and no closing parenthesis without an opening one.
  private func regex(pounds: Int, after code: [UInt8]) -> Int? {
    guard pounds > 0 || isOperandPlace(in: code) else { return nil }
    let start = pounds + 1
    var end = start
    while byte(end) == Self.blank { end += 1 }
    let isLong = pounds > 0 && byte(end) == Self.newline
    if pounds == 0, end > start { return nil }
    var depth = 0
    end = start
    while let next = byte(end), isLong || next != Self.newline {
      switch next {
      case Self.backslash where byte(end + 1) != Self.newline: end += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0 && pounds == 0: return nil
      case UInt8(ascii: ")"): depth -= 1
      case Self.slash where (0..<pounds).allSatisfy { byte(end + 1 + $0) == Self.pound }:
        return pounds == 0 && byte(end - 1) == Self.blank ? nil : end + start
      default: break
      }
      end += 1
    }
    return nil
  }

  /// Returns whether an operand may begin here.
  ///
  /// It may at the beginning of a line, after an opening bracket, after an operator with a space
  /// before it, and after a word such as `return`.
  private func isOperandPlace(in code: [UInt8]) -> Bool {
    let operators = code[..<position].reversed().prefix(while: Self.isOperator).count
    let before = code[..<(position - operators)]
    guard let index = before.lastIndex(where: { !Self.isBlank($0) }), before[index] != Self.newline
    else { return true }
    if "([{,;:".utf8.contains(before[index]) { return true }
    guard index + 1 < before.endIndex else { return false }
    // A postfix operator, as in `value!`, belongs to the word before it.
    if operators > 0 || Self.isOperator(before[index]) {
      return operators > 0 || !"!?>".utf8.contains(before[index])
        || Self.isBlank(before.dropLast(before.endIndex - index).last ?? Self.blank)
    }
    let word = before[...index].reversed().prefix(while: Self.isLetter).reversed()
    return Self.words.contains(String(decoding: Array(word), as: UTF8.self))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == blank || byte == UInt8(ascii: "\t")
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    "=!&|?~^+-%<>*.".utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
}
