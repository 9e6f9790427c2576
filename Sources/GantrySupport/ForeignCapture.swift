// SPDX-License-Identifier: Apache-2.0

/// A pattern segment in the syntax of another router: `{id}`, `<id>`, `[id]`, `(\d+)`, `user_:name`,
/// `a*`, `:id(\d+)`, `:id?`, `:x-:y`, `*`.
///
/// It is in this target because the macros and the pattern reader both reject such segments.
@usableFromInline
package struct ForeignCapture: Hashable, Sendable {
  /// The byte offset of the first character in the segment that this router doesn't read.
  package let offset: Int
  /// The capture that was probably meant: `:id` or `*rest`.
  package let instead: String
  /// What else to know, as a clause: the escape of the character, for a literal that contains it,
  /// or where to write what the other router has in the pattern.
  package let advice: String

  /// Looks for the syntax of another router.
  ///
  /// - Parameters:
  ///   - segment: A segment in UTF-8, with its escapes.
  ///   - isLast: Whether no segment follows it.
  /// - Returns: Nil for a plain literal and for a capture of this router, and for a segment that no
  ///   router reads.
  package init?(in segment: some Collection<UInt8>, isLast: Bool) {
    // Nearly every literal is plain, so it isn't copied.
    guard segment.contains(where: Self.isForeign) else { return nil }
    let bytes = Array(segment)
    let found =
      switch bytes.first {
      case UInt8(ascii: ":"): Self.afterName(bytes, isLast: isLast)
      case UInt8(ascii: "*"): Self.withoutName(bytes, isLast: isLast)
      default: Self.withinLiteral(bytes)
      }
    guard let found else { return nil }
    (offset, instead, advice) = found
  }

  /// The fault and its fix, as a clause.
  ///
  /// - Parameters:
  ///   - segment: The segment as written.
  ///   - instead: The capture that was probably meant.
  ///   - advice: What else to know.
  package static func words(_ segment: String, instead: String, advice: String) -> String {
    "a capture is a whole segment, written \(instead), not \(segment); \(advice)"
  }

  private typealias Found = (offset: Int, instead: String, advice: String)

  /// A literal with one of the characters that another router gives a meaning.
  private static func withinLiteral(_ bytes: [UInt8]) -> Found? {
    guard let offset = bytes.firstIndex(where: isForeign) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let isRest = text.contains("*") || text.contains("...")
    let name = name(in: bytes, after: offset) ?? (isRest ? "rest" : "name")
    let digits = String(bytes[offset], radix: 16, uppercase: true)
    return (offset, (isRest ? "*" : ":") + name, "for the character itself, write %\(digits)")
  }

  /// A capture of this router's syntax with something after its name.
  private static func afterName(_ bytes: [UInt8], isLast: Bool) -> Found? {
    let name = bytes.dropFirst().prefix(while: isNamePart)
    let rest = bytes[name.endIndex...]
    guard let first = name.first, !isDigit(first), let next = rest.first else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    func found(_ instead: String, _ advice: String) -> Found { (name.endIndex, instead, advice) }
    switch next {
    case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "{"):
      return found(":\(text)", "the type of its parameter decides which texts match")
    case UInt8(ascii: "?") where rest.count == 1:
      return found(
        ":\(text)", "an optional value is a query item, or there are two routes, one without it")
    case UInt8(ascii: "?"): return nil
    case UInt8(ascii: "*"), UInt8(ascii: "+"):
      return found("*\(text)", isLast ? takesRest : "only the last segment can be one")
    case UInt8(ascii: "."): return found(":\(text)", "its text has all that is in the segment")
    default:
      let names = bytes.split(separator: UInt8(ascii: ":")).map { $0.prefix(while: isNamePart) }
      guard names.count > 1, names.allSatisfy({ $0.first.map(isDigit) == false }) else {
        return nil
      }
      return found(
        names.map { ":" + String(decoding: $0, as: UTF8.self) }.joined(separator: "/"),
        "or with one capture, whose text your code takes apart")
    }
  }

  /// A wildcard without the name that this router wants.
  private static func withoutName(_ bytes: [UInt8], isLast: Bool) -> Found? {
    let name = bytes.drop { $0 == UInt8(ascii: "*") }
    let stars = bytes.count - name.count
    guard name.isEmpty || stars > 1, name.allSatisfy(isNamePart),
      name.first.map(isDigit) != true
    else { return nil }
    if stars == 1, !isLast { return (0, ":name", "only the last segment can be the rest") }
    let text = name.isEmpty ? "rest" : String(decoding: name, as: UTF8.self)
    return (0, "*\(text)", isLast ? takesRest : "only the last segment can be one")
  }

  private static let takesRest = "it takes one or more segments"

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
