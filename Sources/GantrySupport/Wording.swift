// SPDX-License-Identifier: Apache-2.0

/// Phrases shared by the messages of several targets.
package enum Wording {
  /// Returns a list in words: `A, B and C`.
  ///
  /// - Parameters:
  ///   - items: The items of the list.
  ///   - conjunction: The word before the last one.
  /// - Returns: The list; empty if there are no items.
  package static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// Returns the question to ask after an unknown name, with a leading space.
  ///
  /// - Parameter names: The names that were probably meant.
  /// - Returns: The question; empty if there are no names.
  package static func near(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean \(list(names, "or"))?"
  }

  /// Returns the name of a type, as `String(reflecting:)` does, or without Swift modules as `String(describing:)`, but
  /// the same in each run.
  ///
  /// Both first look for the protocols with which values describe themselves, which no type as a value conforms to. That
  /// takes most of their time, and a manifest of 1,000 modules has thousands of names.
  package static func name(of type: Any.Type, qualified: Bool = true) -> String {
    stable(_typeName(type, qualified: qualified))
  }

  /// Returns the target that declares a type, from its name, as there is no other way; nil when its
  /// name has none, which is possible for Objective-C names.
  package static func target(of type: Any.Type) -> String? {
    // `Shop.Page`, or `(extension in Shop):Other.Page`.
    let name = _typeName(type)
    let inside = "(extension in "
    let rest = name.hasPrefix(inside) ? name.dropFirst(inside.count) : name[...]
    guard let end = rest.firstIndex(where: { ".)<".contains($0) }), rest[end] != "<" else {
      return nil
    }
    return String(rest[..<end])
  }

  /// Returns a text, such as the description of an error, without the scopes that Swift gives for private types:
  /// addresses, which differ in each run, and in optimized programs the number of the file.
  package static func stable(_ text: String) -> String {
    var text = text
    if text.utf8.contains(UInt8(ascii: "$")) {
      text = text.replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
    }
    guard text.contains(" in _") else { return text }
    return text.replacing(#/\((\S+) in _[0-9A-F]{32}\)/#) { $0.1 }
  }
}

extension Int {
  /// The number with a comma before each three digits: `1,000,000`.
  package var grouped: String {
    let digits = String(magnitude)
    let groups = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
    }
    return (self < 0 ? "-" : "") + groups.joined()
  }

  /// Returns the number with a noun: `1 module`, `2 modules`.
  ///
  /// - Parameters:
  ///   - noun: The noun for one.
  ///   - plural: The noun for any other number; nil if it is the first with an `s`.
  /// - Returns: The number and the noun.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? "\(noun)s")"
  }
}

extension Wording {
  /// Returns the first 200 bytes of a text, with escaped control characters, so that a message stays
  /// small and on its line whatever a file or URL contains.
  package static func excerpt(_ text: String) -> String {
    let longest = 200
    let isLong = text.utf8.count > longest
    let part = isLong ? String(decoding: text.utf8.prefix(longest), as: UTF8.self) + "…" : text
    guard part.unicodeScalars.contains(where: isControl) else { return part }
    return part.unicodeScalars.reduce(into: "") { escaped, scalar in
      escaped += isControl(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }

  /// Returns the excerpt of a text in quotation marks.
  package static func quoted(_ text: String) -> String { "\"\(excerpt(text))\"" }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // A terminal shows the text after such a character in another order.
    default: scalar.properties.isBidiControl
    }
  }
}

extension Wording {
  /// Returns a duration for people: `3.2 s`, `41.0 ms`, `0.07 ms`.
  package static func duration(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let value = Double(seconds) * 1_000 + Double(attoseconds) / 1e15
    // The rounded number chooses the unit, so that no duration shows as "1000.0 ms".
    if value.magnitude >= 999.95 { return "\(number(value / 1_000, decimals: 1)) s" }
    return "\(number(value, decimals: value.magnitude >= 0.995 ? 1 : 2)) ms"
  }

  /// Returns a number with a fixed count of decimals. A number beyond 2^53 units of its last
  /// decimal isn't that exact, and is formatted as Swift formats it.
  package static func number(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled <= 0x1p53 else { return value.description }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}

extension Wording {
  /// Returns a parser's message with a line and column in place of its character offset.
  ///
  /// - Parameters:
  ///   - message: A message such as `Invalid value around character 16.`
  ///   - text: The parsed text, in UTF-8.
  /// - Returns: A message such as `Invalid value near line 3, column 7`; the original one if it
  ///   names no character, and is neither about the end of the text nor about a number in it.
  package static func positioned(_ message: String, in text: some Collection<UInt8>) -> String {
    guard let (words, offset) = position(in: message, of: text), offset <= text.count else {
      return message
    }
    let before = Array(text.prefix(offset))
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    return "\(words) near line \(line), column \(column)"
  }

  /// Returns a message without its position, and the offset in the text that it means.
  private static func position(
    in message: String, of text: some Collection<UInt8>
  ) -> (words: String, offset: Int)? {
    for mark in [" around character ", " starting from character "] {
      guard let range = message.ranges(of: mark).last else { continue }
      let offset = Int(message[range.upperBound...].prefix { $0.isNumber })
      return offset.map { (String(message[..<range.lowerBound]), $0) }
    }
    let bytes = Array(text)
    let words = message.hasSuffix(".") ? String(message.dropLast()) : message
    if words.contains("end of file") {
      return (words, bytes.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? 0)
    }
    // Of a number, the parser says only the digits.
    guard words.hasPrefix("Number "), let number = words.split(separator: " ").dropFirst().first
    else { return nil }
    return bytes.firstRange(of: Array(number.utf8)).map { (words, $0.lowerBound) }
  }
}
