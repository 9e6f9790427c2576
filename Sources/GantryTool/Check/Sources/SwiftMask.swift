// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Swift source in which comments and the contents of text and regex literals are blank, so that
/// only code is left.
///
/// Every byte keeps its offset and its line. Interpolations are blanked with their literal.
struct SwiftMask {
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

  private func byte(_ distance: Int = 0) -> UInt8 {
    position + distance < text.count ? text[position + distance] : 0
  }

  /// The number of number signs that follow each other.
  private func pounds(at distance: Int = 0) -> Int {
    text[min(position + distance, text.count)...].prefix { "#" ~= $0 }.count
  }

  private mutating func step() {
    switch (byte(), byte(1)) {
    case ("/", "/"): while position < text.count, !("\n" ~= byte()) { hide() }
    case ("/", "*"): hideComment()
    case ("\"", _): hideLiteral(pounds: 0)
    case ("/", _): hideRegex(pounds: 0)
    case ("#", _):
      let pounds = pounds()
      if "/" ~= byte(pounds) { return hideRegex(pounds: pounds) }
      position += pounds
      if "\"" ~= byte() { hideLiteral(pounds: pounds) }
    default: position += 1
    }
  }

  private mutating func hide(_ count: Int = 1) {
    for _ in 0..<count where position < text.count {
      if !("\n" ~= text[position]) { code[position] = UInt8(ascii: " ") }
      position += 1
    }
  }

  private mutating func hideComment() {
    var depth = 0
    repeat {
      let (isStart, isEnd) = ("/" ~= byte() && "*" ~= byte(1), "*" ~= byte() && "/" ~= byte(1))
      depth += isStart ? 1 : isEnd ? -1 : 0
      hide(isStart || isEnd ? 2 : 1)
    } while depth > 0 && position < text.count
  }

  private mutating func hideLiteral(pounds: Int) {
    let isLong = "\"" ~= byte(1) && "\"" ~= byte(2)
    let width = isLong ? 3 : 1
    // The quotation marks stay, so that a value still follows the label of an argument.
    position += width
    while position < text.count {
      switch byte() {
      case "\n" where !isLong: return
      case "\"" where isEnd(width, pounds):
        position += width + pounds
        return
      case "\\" where self.pounds(at: 1) >= pounds:
        hide(1 + pounds)
        if "(" ~= byte() { hideInterpolation() } else { hide() }
      default: hide()
      }
    }
  }

  private func isEnd(_ width: Int, _ pounds: Int) -> Bool {
    (0..<width).allSatisfy { "\"" ~= byte($0) } && self.pounds(at: width) >= pounds
  }

  private mutating func hideInterpolation() {
    let start = position
    var depth = 0
    repeat {
      if "(" ~= byte() { depth += 1 }
      if ")" ~= byte() { depth -= 1 }
      step()
    } while depth > 0 && position < text.count
    let count = position - start
    position = start
    hide(count)
  }

  private mutating func hideRegex(pounds: Int) {
    // The delimiters stay, as they do for text.
    let count = regex(pounds: pounds)
    position += pounds + 1
    guard let count else { return }
    hide(count - 2 * (pounds + 1))
    position += pounds + 1
  }

  /// Returns the length in bytes of the regex literal that begins here, with its delimiters; nil if
  /// none does.
  ///
  /// The rules are those of SE-0354. `/…/` is a literal if an operand may begin here and it is on
  /// one line. It has no space at either end, and no closing parenthesis without an opening one.
  private func regex(pounds: Int) -> Int? {
    guard pounds > 0 || isOperandPlace else { return nil }
    let start = pounds + 1
    if pounds == 0, " " ~= byte(start) { return nil }
    // A line may end in CR and LF.
    let first = text.dropFirst(position + start).first { !(" " ~= $0) && $0 != UInt8(ascii: "\r") }
    let isLong = pounds > 0 && first == UInt8(ascii: "\n")
    var depth = 0
    var end = start
    while position + end < text.count, isLong || !("\n" ~= byte(end)) {
      switch byte(end) {
      case "\\" where !("\n" ~= byte(end + 1)): end += 1
      case "(": depth += 1
      case ")" where depth == 0 && pounds == 0: return nil
      case ")": depth -= 1
      case "/" where self.pounds(at: end + 1) >= pounds:
        return pounds == 0 && " " ~= byte(end - 1) ? nil : end + start
      default: break
      }
      end += 1
    }
    return nil
  }

  /// The words that an operand follows, not an operator.
  private static let words: Set = [
    "as", "await", "case", "else", "guard", "if", "in", "is", "return", "switch", "throw", "try",
    "where", "while", "yield",
  ]

  /// Whether an operand may begin here: at the beginning of a line, after an opening bracket, after
  /// an operator with a space before it, or after a word such as `return`.
  private var isOperandPlace: Bool {
    guard let index = code[..<position].lastIndex(where: { !$0.isBlank }) else { return true }
    if code[index].isOpening { return true }
    guard code[index].isOperator else {
      let word = code[...index].reversed().prefix(while: \.isInWord).reversed()
      return index + 1 < position && Self.words.contains(String(decoding: word, as: UTF8.self))
    }
    let before = code[..<index].last { !$0.isOperator }
    // A postfix operator, as in `value!`, belongs to the word before it.
    return before.map { $0.isBlank || $0.isOpening } ?? true
      || index + 1 < position && !"!?>".utf8.contains(code[index])
  }

  /// Returns the texts of the literals that a pattern finds by the blanks in their place; its group
  /// is the inside of a literal: `name: "( *)"`.
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

/// Compares a byte with an ASCII character, also in patterns.
func ~= (letter: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(ascii: letter) }

extension UInt8 {
  var isInWord: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || "0123456789_".utf8.contains(self) || self >= 128
  }

  var isBlank: Bool { " \t".utf8.contains(self) }
  var isOpening: Bool { "\n([{,;:".utf8.contains(self) }
  var isOperator: Bool { "=!&|?~^+-%<>*.".utf8.contains(self) }
}
