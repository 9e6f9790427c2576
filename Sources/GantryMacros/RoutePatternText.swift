// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import SwiftSyntax

/// The captures of a pattern, as a macro reads them.
///
/// It finds the mistakes that the router's own reader finds, in the same order and words; a test
/// compares the two. The check of all routes finds the clashes between patterns.
struct RoutePatternText {
  /// The names after colons.
  private(set) var captures: [String] = []
  /// The name after the asterisk.
  private(set) var rest: String?
  /// The first mistake, in words; nil if there is none.
  private(set) var problem: String?
  private var segmentCount = 0

  private struct Mistake: Error {
    let words: String

    init(_ words: String) { self.words = words }
  }

  init(_ text: String) {
    do throws(Mistake) { try read(Array(text.utf8)) } catch { problem = error.words }
  }

  private mutating func read(_ text: [UInt8]) throws(Mistake) {
    guard text.count <= 2048 else { throw Mistake("it is longer than 2048 bytes") }
    if let position = text.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    {
      throw mistake(ofQuery: position, in: text)
    }
    let mark = Array("://".utf8)
    if text.indices.contains(where: { text[$0...].starts(with: mark) }) {
      throw Mistake("a pattern is a path: leave the scheme and the host out")
    }
    let slash = UInt8(ascii: "/")
    var path = text[...]
    if path.first == slash { path.removeFirst() }
    if path.count > 1, path.last == slash { path.removeLast() }
    guard !path.isEmpty else { return }
    let parts = path.split(separator: slash, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() { try add(part, isLast: index == parts.count - 1) }
  }

  /// The mistake of a question mark or a hash, which another router may read as a part of a capture.
  private func mistake(ofQuery position: Int, in text: [UInt8]) -> Mistake {
    let slash = UInt8(ascii: "/")
    let start = text[..<position].lastIndex(of: slash).map { $0 + 1 } ?? 0
    let part = text[start...].prefix { $0 != slash }
    let isLast = part.endIndex == text.endIndex
    if let foreign = ForeignCapture(in: part, isLast: isLast), start + foreign.offset <= position {
      return mistake(foreign, part)
    }
    return Mistake(
      "a pattern has no query: a query item is a parameter that the path doesn't capture; write %3F"
        + " and %23 for ? and #")
  }

  private func mistake(_ foreign: ForeignCapture, _ part: ArraySlice<UInt8>) -> Mistake {
    Mistake(
      ForeignCapture.words(
        String(decoding: part, as: UTF8.self), instead: foreign.instead, advice: foreign.advice))
  }

  private mutating func add(_ part: ArraySlice<UInt8>, isLast: Bool) throws(Mistake) {
    segmentCount += 1
    if segmentCount > 32 { throw Mistake("it has more than 32 segments") }
    if rest != nil { throw Mistake("nothing may follow *rest") }
    switch part.first {
    case nil: throw Mistake("a segment may not be empty")
    case UInt8(ascii: ":"): captures.append(try name(part, isLast: isLast))
    case UInt8(ascii: "*"): rest = try name(part, isLast: isLast)
    default: try check(part, isLast: isLast)
    }
  }

  private func name(_ part: ArraySlice<UInt8>, isLast: Bool) throws(Mistake) -> String {
    let name = String(decoding: part.dropFirst(), as: UTF8.self)
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard isName, name.first?.isNumber == false else {
      if let foreign = ForeignCapture(in: part, isLast: isLast) { throw mistake(foreign, part) }
      throw Mistake(
        "a capture's name consists of letters, digits and underscores, and doesn't begin with a digit"
      )
    }
    if contains(name) { throw Mistake("two captures are named \(name)") }
    if names.count == 16 { throw Mistake("it has more than 16 captures") }
    return name
  }

  /// Checks a literal, which has to be a segment that a path can have.
  private func check(_ part: ArraySlice<UInt8>, isLast: Bool) throws(Mistake) {
    if let foreign = ForeignCapture(in: part, isLast: isLast) { throw mistake(foreign, part) }
    let backslash = UInt8(ascii: "\\")
    if part.contains(backslash) {
      throw Mistake("a backslash is not allowed; write %5C for the character")
    }
    let text = try decoded(part)
    if text.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw Mistake("a control character is not allowed")
    }
    let isDots = text.split { $0 == UInt8(ascii: "/") || $0 == backslash }
      .contains { $0.count <= 2 && $0.allSatisfy { $0 == UInt8(ascii: ".") } }
    if isDots { throw Mistake("segments . and .. are not allowed") }
  }

  /// The bytes of a literal without its escapes.
  private func decoded(_ part: ArraySlice<UInt8>) throws(Mistake) -> [UInt8] {
    var text: [UInt8] = []
    var left = part
    while let byte = left.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      let digits = left.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      guard digits.count == 2, left.prefix(2).allSatisfy({ $0 < 0x80 }) else {
        throw Mistake("a percent sign needs two hexadecimal digits; write %25 for the sign itself")
      }
      text.append(UInt8(digits[0] << 4 | digits[1]))
      left = left.dropFirst(2)
    }
    guard String(utf8: text) != nil else { throw Mistake("its escapes aren't UTF-8") }
    return text
  }

  func contains(_ name: String) -> Bool { captures.contains(name) || rest == name }

  /// All names, ending with that of the rest.
  var names: [String] { captures + (rest.map { [$0] } ?? []) }

  /// Reads the first argument of a macro.
  ///
  /// - Throws: The mistake in an argument that isn't a plain literal or isn't a pattern.
  static func read(_ argument: LabeledExprSyntax) throws(Refusal) -> RoutePatternText {
    guard let text = argument.expression.literalText else {
      throw Refusal(argument, .routePatternLiteral())
    }
    let pattern = RoutePatternText(text)
    if let problem = pattern.problem { throw Refusal(argument, .routePattern(text, problem)) }
    return pattern
  }

  /// Returns the first capture without a parameter of its name.
  func missing(in parameters: [RouteParameterText]) -> String? {
    names.first { name in !parameters.contains { $0.name == name } }
  }
}
