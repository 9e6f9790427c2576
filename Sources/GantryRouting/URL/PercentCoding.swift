// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Escapes in URLs: reading and writing one segment, name or value.
enum PercentCoding {
  /// Decodes a part of a URL.
  ///
  /// - Parameters:
  ///   - bytes: The part, of valid UTF-8; errors name positions by its indices.
  ///   - plusIsSpace: Whether `+` means a space, as in queries.
  /// - Returns: The decoded bytes, which are valid UTF-8.
  /// - Throws: `.badEscape`, `.notUTF8`.
  static func decode(
    _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false
  ) throws(URLFlaw) -> [UInt8] {
    guard plusIsSpace || bytes.contains(ASCII.percent) else { return Array(bytes) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == ASCII.percent {
        guard index + 2 < bytes.endIndex, let high = ASCII.hexValue(bytes[index + 1]),
          let low = ASCII.hexValue(bytes[index + 2])
        else { throw URLFlaw(.badEscape, at: index) }
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(byte == ASCII.plus && plusIsSpace ? ASCII.space : byte)
        index += 1
      }
    }
    guard String(utf8: decoded) != nil else {
      throw URLFlaw(.notUTF8, at: bytes.startIndex)
    }
    return decoded
  }

  /// The text with everything but letters, digits and `-._~` escaped.
  static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if ASCII.isUnreserved(byte) {
        bytes.append(byte)
      } else {
        ASCII.appendEscape(of: byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The bytes that have a meaning in a URL.
enum ASCII {
  static let hash = UInt8(ascii: "#")
  static let percent = UInt8(ascii: "%")
  static let ampersand = UInt8(ascii: "&")
  static let asterisk = UInt8(ascii: "*")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let equals = UInt8(ascii: "=")
  static let question = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@")
  static let bracket = UInt8(ascii: "[")
  static let endBracket = UInt8(ascii: "]")
  static let backslash = UInt8(ascii: "\\")
  static let underscore = UInt8(ascii: "_")
  static let tilde = UInt8(ascii: "~")
  static let space = UInt8(ascii: " ")

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  static func isUppercase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// Whether a byte needs no escape anywhere in a URL (RFC 3986, section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == minus || byte == dot || byte == underscore
      || byte == tilde
  }

  static func lowercased(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

  /// The value of a hexadecimal digit; nil for anything else.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte - 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// Appends `%XX`.
  static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    let digits: StaticString = "0123456789ABCDEF"
    bytes.append(percent)
    digits.withUTF8Buffer { bytes += [$0[Int(byte >> 4)], $0[Int(byte & 15)]] }
  }
}

extension String {
  /// Whether two texts have the same bytes; texts that are equal in Unicode may differ.
  func hasBytes(of other: String) -> Bool {
    // The first test is the faster one, and nearly always decides.
    self == other && utf8.elementsEqual(other.utf8)
  }
}
