// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RoutePath {
  /// Why no path may hold a decoded segment; nil when one may.
  static func problem(of segment: some Collection<UInt8>) -> RouteURL.Problem? {
    if segment.isEmpty { return .emptySegment }
    if segment.contains(where: ASCII.isControl) { return .controlCharacter }
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

  /// Whether a text is the normal form of a path and can be read as nothing else.
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
        // A dot after a slash may be a name (`/.well-known`), but that is for a closer look.
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
