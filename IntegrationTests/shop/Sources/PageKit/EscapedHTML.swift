// SPDX-License-Identifier: Apache-2.0

internal import Mustache

/// Escapes text for HTML byte by byte, including the values of attributes.
///
/// The template library goes by characters. To it, a quotation mark with a combining accent is
/// another character, which it leaves alone. To a browser, it is a quotation mark.
struct EscapedHTML: MustacheContentType {
  static let name = "ESCAPED_HTML"

  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: { Self.entity(of: $0) != nil }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      if let entity = Self.entity(of: byte) {
        bytes.append(contentsOf: entity.utf8)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func entity(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
