// SPDX-License-Identifier: Apache-2.0

/// A pattern segment that other routers treat as a capture: `{id}`, `<id>`, `[id]`, `(\d+)`,
/// `user_:name`, `a*`.
///
/// It is in this target because the macros and the pattern reader both reject such segments.
package struct ForeignCapture: Hashable, Sendable {
  /// The byte offset of the first such character in the segment.
  package let offset: Int
  /// The capture that was probably meant: `:id` or `*rest`.
  package let instead: String
  /// The escape of the character, for a literal that contains it.
  package let escape: String

  /// Looks for a capture of another router.
  ///
  /// - Parameter segment: A segment in UTF-8, with its escapes, that doesn't begin with `:` or `*`.
  /// - Returns: Nil for a plain literal.
  package init?(in segment: some Collection<UInt8>) {
    // Nearly every literal is plain, so it isn't copied.
    guard segment.contains(where: Self.isForeign) else { return nil }
    let bytes = Array(segment)
    guard let offset = bytes.firstIndex(where: Self.isForeign) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let isRest = text.contains("*") || text.contains("...")
    let name = Self.name(in: bytes, after: offset) ?? (isRest ? "rest" : "name")
    self.offset = offset
    instead = (isRest ? "*" : ":") + name
    let digits = String(bytes[offset], radix: 16, uppercase: true)
    escape = "%" + digits
  }

  /// The fault and its fix, as a clause.
  ///
  /// - Parameters:
  ///   - segment: The segment as written.
  ///   - instead: The capture that was probably meant.
  ///   - escape: The escape of the character.
  package static func words(_ segment: String, instead: String, escape: String) -> String {
    "a capture is a whole segment, written \(instead), not \(segment); for the character itself,"
      + " write \(escape)"
  }

  /// The capture name that the other router would see.
  private static func name(in bytes: [UInt8], after offset: Int) -> String? {
    // Parentheses contain a regular expression, not the name of a capture.
    guard bytes[offset] != UInt8(ascii: "(") else { return nil }
    var rest = bytes[(offset + 1)...]
    // `<int:id>` puts the type before the name.
    if bytes[offset] == UInt8(ascii: "<"), let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[(colon + 1)...]
    }
    let name = rest.drop { !isNamePart($0) || isDigit($0) }.prefix(while: isNamePart)
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Whether a byte is one of `{}<>[]():*`.
  @inlinable
  package static func isForeign(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x7B, 0x7D, 0x3C, 0x3E, 0x5B, 0x5D, 0x28, 0x29, 0x3A, 0x2A: true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
