// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Escapes in URLs: reading and writing one segment, name or value.
enum PercentCoding {
  /// Decodes a part of a URL.
  ///
  /// - Parameters:
  ///   - bytes: The part; errors name positions by its indices.
  ///   - plusIsSpace: Whether `+` means a space, as in queries.
  /// - Returns: The decoded bytes, which are valid UTF-8.
  /// - Throws: `.badEscape`, `.notUTF8`.
  static func decode(
    _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false
  ) throws(URLFlaw) -> [UInt8] {
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
    guard String(validating: decoded, as: UTF8.self) != nil else {
      throw URLFlaw(.notUTF8, at: bytes.startIndex)
    }
    return decoded
  }

  /// Text with everything escaped but letters, digits and `-._~`.
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
