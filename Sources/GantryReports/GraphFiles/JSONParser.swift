// SPDX-License-Identifier: Apache-2.0

/// Reads JSON (RFC 8259) and keeps the position of every value, which `JSONDecoder` doesn't.
struct JSONParser {
  /// The reason why a text isn't JSON, and where.
  struct Failure: Error {
    let position: JSONValue.Position
    let reason: String
  }

  /// The largest depth of nested values, so that no text exhausts the stack.
  private static let depthLimit = 128
  /// The longest string in bytes; a longer one cannot be a name.
  static let stringLimit = 65_536

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes)
    guard !parser.isWide else { throw parser.failure("the text is not UTF-8") }
    parser.skipByteOrderMark()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.index == bytes.count else { throw parser.failure("unexpected text after the end") }
    return value
  }

  private var position: JSONValue.Position {
    JSONValue.Position(line: line, column: index - lineStart + 1)
  }

  private func failure(_ reason: String) -> Failure { Failure(position: position, reason: reason) }

  /// A mistake that begins before the byte that shows it, which may be on the next line.
  private mutating func failure(_ reason: String, from start: Int) -> Failure {
    index = start
    return failure(reason)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Whether the text is UTF-16 or UTF-32: one of its first two bytes is then zero or part of a
  /// byte order mark.
  private var isWide: Bool { bytes.prefix(2).contains { $0 == 0 || $0 >= 0xFE } }

  /// Some editors write one before the text, and the RFC allows a reader to skip it.
  private mutating func skipByteOrderMark() {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    (index, lineStart) = (3, 3)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
      if byte == 0x0A { (line, lineStart) = (line + 1, index) }
    }
  }

  /// Skips whitespace, and then a byte if it follows.
  private mutating func skip(_ character: Character) -> Bool {
    skipSpace()
    guard let byte = next, byte == character.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(Failure) -> JSONValue {
    skipSpace()
    let start = position
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw failure("values are nested too deeply") }
    let kind: JSONValue.Kind
    switch next {
    case UInt8(ascii: "{"): kind = .object(try members())
    case UInt8(ascii: "["): kind = .array(try items())
    case UInt8(ascii: "\""): kind = .string(try string())
    case nil: throw failure("the text ends where a value should be")
    case let byte?: kind = Self.beginsNumber(byte) ? .number(try number()) : try word()
    }
    return JSONValue(kind: kind, position: start)
  }

  private mutating func members() throws(Failure) -> [JSONValue.Member] {
    index += 1
    var members: [JSONValue.Member] = []
    if skip("}") { return members }
    repeat {
      skipSpace()
      let start = position
      guard next == UInt8(ascii: "\"") else { throw failure("expected a key in quotes") }
      let key = try string()
      guard skip(":") else { throw failure("expected a colon after the key") }
      members.append(JSONValue.Member(key: key, position: start, value: try value()))
    } while skip(",")
    guard skip("}") else { throw failure("expected a comma or the end of the object") }
    return members
  }

  private mutating func items() throws(Failure) -> [JSONValue] {
    index += 1
    var items: [JSONValue] = []
    if skip("]") { return items }
    repeat { items.append(try value()) } while skip(",")
    guard skip("]") else { throw failure("expected a comma or the end of the array") }
    return items
  }

  private mutating func word() throws(Failure) -> JSONValue.Kind {
    let words: [(String, JSONValue.Kind)] = [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    for (word, kind) in words where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return kind
    }
    throw failure("expected a value")
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func number() throws(Failure) -> Double {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    let whole = index
    var isSound = skipDigits() > 0
    if bytes[whole..<index].first == UInt8(ascii: "0"), index > whole + 1 { isSound = false }
    if next == UInt8(ascii: ".") {
      index += 1
      if skipDigits() == 0 { isSound = false }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      if skipDigits() == 0 { isSound = false }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard isSound, let number = Double(text), number.isFinite else {
      index = start
      throw failure("\(text) is not a number")
    }
    return number
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }
}

extension JSONParser {
  private mutating func string() throws(Failure) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      guard text.count < Self.stringLimit || byte == UInt8(ascii: "\"") else {
        throw failure("a string is longer than \(Self.stringLimit) bytes")
      }
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure("the text is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"):
        text += String(try escaped()).utf8
      case 0..<0x20: throw failure("a line break or control character inside quotes")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw failure("the text ends inside quotes")
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let byte = next else { throw failure("the text ends inside quotes") }
    index += 1
    if let scalar = Self.escapes[byte] { return scalar }
    guard byte == UInt8(ascii: "u"), let first = codeUnit() else {
      throw failure("an escape that JSON doesn't have", from: start)
    }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      throw failure("half of a surrogate pair", from: start)
    }
    index += 2
    guard let second = codeUnit(), let scalar = Self.scalar(first, second) else {
      throw failure("half of a surrogate pair", from: start)
    }
    return scalar
  }

  private mutating func codeUnit() -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else { return nil }
    index += 4
    return unit
  }

  private static func scalar(_ first: UInt16, _ second: UInt16) -> Unicode.Scalar? {
    guard UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second) else { return nil }
    return Unicode.Scalar(0x10000 + UInt32(first - 0xD800) << 10 + UInt32(second - 0xDC00))
  }
}

/// A JSON value, and its position.
struct JSONValue {
  /// A position in a text, counted from 1; columns count bytes.
  struct Position {
    let line: Int
    let column: Int
  }

  /// A key and its value, at the position of the key.
  struct Member {
    let key: String
    let position: Position
    let value: JSONValue
  }

  enum Kind {
    case object([Member])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  let kind: Kind
  let position: Position

  /// The value as a message shows it; a large value appears as its kind.
  var text: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string(let text): "\"\(text)\""
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    }
  }
}
