// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The path of a route: segments of text, in a normal form that is compared byte by byte.
///
/// A path from a text follows the rules of ``RouteRequest``. Paths are equal when their segments are;
/// letter case matters, and text is not normalized in the sense of Unicode.
@usableFromInline
package struct RoutePath: Hashable, Sendable, CustomStringConvertible {
  /// The path without segments, `/`.
  package static let root = RoutePath(unchecked: "/")

  /// The normal form: a slash before each segment, decoded except for `%2F` and `%25` in a segment.
  @usableFromInline package let normalized: String

  /// Creates a path from a text that is known to be in normal form.
  init(unchecked normalized: String) { self.normalized = normalized }

  /// Reads a path; a query and a fragment are checked, then dropped.
  ///
  /// A text that is already in normal form is kept without a copy.
  ///
  /// - Parameters:
  ///   - text: A path with its escapes, with or without a leading slash.
  ///   - limits: The limits on its size.
  /// - Throws: `RouteError.malformedURL`; `.undeclaredScheme` and `.undeclaredHost` for a URL.
  package init(parsing text: String, limits: RouteLimits = .standard) throws(RouteError) {
    let isNormal = Self.isNormal(text, limits: limits)
    self = isNormal ? RoutePath(unchecked: text) : try RouteURL(parsing: text, limits: limits).path
  }

  /// Creates a path from decoded segments; reading its text gives the same segments.
  ///
  /// - Parameter segments: The segments, which are escaped where necessary.
  /// - Throws: `RouteError.unprintable` for a segment that no URL may hold: an empty one, `.` and
  ///   `..` (also between slashes or backslashes), control characters. Also for segments that
  ///   together are too long for a path.
  package init(segments: some Sequence<String>) throws(RouteError) {
    var bytes: [UInt8] = []
    for segment in segments {
      let content = Array(segment.utf8)
      if let fault = Self.fault(of: content) {
        throw .unprintable(text: Wording.excerpt(segment), fault: fault)
      }
      Self.append(content, to: &bytes)
      guard bytes.count <= RouteLimits.longest else {
        throw .unprintable(
          text: Wording.excerpt(segment), fault: .tooLong(limit: RouteLimits.longest))
      }
    }
    self = bytes.isEmpty ? .root : RoutePath(unchecked: String(decoding: bytes, as: UTF8.self))
  }

  /// The decoded segments; empty for the root.
  package var segments: [String] {
    normalized.utf8.split(separator: ASCII.slash).map { Self.text(Substring($0)) }
  }

  /// Whether two paths have the same bytes; texts that are equal in Unicode may differ.
  @usableFromInline package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.normalized.utf8.elementsEqual(rhs.normalized.utf8)
  }

  /// Hashes the bytes.
  @usableFromInline package func hash(into hasher: inout Hasher) {
    for byte in normalized.utf8 { hasher.combine(byte) }
  }

  /// The path as written in a URL, with a leading slash and escapes.
  @usableFromInline package var description: String {
    let text = segments.map { "/" + PercentCoding.encode($0) }.joined()
    return text.isEmpty ? "/" : text
  }
}

extension RoutePath {
  /// The reason why no path may hold a decoded segment; nil when a path may.
  static func fault(of segment: some Collection<UInt8>) -> RouteURLFault? {
    if segment.isEmpty { return .emptySegment }
    if segment.contains(where: ASCII.isControl) { return .controlCharacter }
    guard segment.contains(ASCII.dot) else { return nil }
    let parts = segment.split { $0 == ASCII.slash || $0 == ASCII.backslash }
    let isDots = parts.contains { $0.count <= 2 && $0.allSatisfy { $0 == ASCII.dot } }
    return isDots ? .dotSegment : nil
  }

  /// Appends a decoded segment in the normal form.
  static func append(_ segment: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(ASCII.slash)
    for byte in segment {
      if byte == ASCII.slash || byte == ASCII.percent {
        ASCII.appendEscape(of: byte, to: &bytes)
      } else {
        bytes.append(byte)
      }
    }
  }

  /// The decoded text of a part of a normal form.
  static func text(_ part: Substring) -> String {
    guard part.utf8.contains(ASCII.percent) else { return String(part) }
    var bytes: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == ASCII.percent else {
        bytes.append(byte)
        continue
      }
      // Only `%2F` and `%25` occur in the normal form.
      bytes.append(rest.dropFirst().first == UInt8(ascii: "F") ? ASCII.slash : ASCII.percent)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text is the normal form of a path, and cannot be read as anything else.
  static func isNormal(_ text: String, limits: RouteLimits) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.first == ASCII.slash, bytes.count > 1, bytes.count <= limits.urlLength,
        bytes.last != ASCII.slash
      else { return false }
      var slashes = 0
      var previous = UInt8(0)
      for byte in bytes {
        switch byte {
        case ASCII.slash:
          if previous == ASCII.slash { return false }
          slashes += 1
        // A dot after a slash may be a name (`/.well-known`), but that takes a closer look.
        case ASCII.dot: if previous == ASCII.slash { return false }
        case ASCII.percent, ASCII.question, ASCII.hash, ASCII.backslash, 0..<0x20, 0x7F:
          return false
        default: break
        }
        previous = byte
      }
      return slashes <= limits.segments
    } ?? false
  }
}
