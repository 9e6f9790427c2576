// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The path of a route: segments of text, in one form that is compared byte by byte.
///
/// A path from a text follows the rules of ``RouteURL``. Paths are equal when their segments are;
/// the case of letters matters, and text is not normalized in the sense of Unicode.
public struct RoutePath: Hashable, Sendable, CustomStringConvertible {
  /// The path without segments, `/`.
  public static let root = RoutePath(unchecked: "/")

  /// The normal form: a slash before each segment, decoded but for `%2F` and `%25` in a segment.
  public let normalized: String

  /// A path whose form is known to be normal.
  init(unchecked normalized: String) { self.normalized = normalized }

  /// Reads a path; a query and a fragment are checked and dropped.
  ///
  /// A text that is in normal form already is kept, not copied.
  ///
  /// - Parameters:
  ///   - text: A path with its escapes, with or without a slash in front.
  ///   - limits: How large it may be.
  /// - Throws: `RouteError.malformedURL`; `.undeclaredScheme` and `.undeclaredHost` for a URL.
  public init(parsing text: String, limits: RouteLimits = .standard) throws(RouteError) {
    let isNormal = Self.isNormal(text, limits: limits)
    self = isNormal ? RoutePath(unchecked: text) : try RouteURL(parsing: text, limits: limits).path
  }

  /// Makes a path of decoded segments, so that reading its text gives the same segments.
  ///
  /// - Parameter segments: The segments; they are escaped where they must be.
  /// - Throws: `RouteError.unprintable` for a segment that no URL may hold: an empty one, `.` and
  ///   `..` (also between slashes or backslashes), control characters; for all together when they
  ///   are longer than a path can be.
  public init(segments: some Sequence<String>) throws(RouteError) {
    var bytes: [UInt8] = []
    for segment in segments {
      let content = Array(segment.utf8)
      if let problem = Self.problem(of: content) {
        throw .unprintable(text: RouteError.excerpt(segment), problem: problem)
      }
      Self.append(content, to: &bytes)
      guard bytes.count <= RouteLimits.longest else {
        throw .unprintable(
          text: RouteError.excerpt(segment), problem: .tooLong(limit: RouteLimits.longest))
      }
    }
    self = bytes.isEmpty ? .root : RoutePath(unchecked: String(decoding: bytes, as: UTF8.self))
  }

  /// The decoded segments; empty for the root.
  public var segments: [String] {
    normalized.utf8.split(separator: ASCII.slash).map { Self.text(Substring($0)) }
  }

  /// Whether two paths have the same bytes; text that Unicode holds to be equal may differ.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.normalized.utf8.elementsEqual(rhs.normalized.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in normalized.utf8 { hasher.combine(byte) }
  }

  /// The path as it is written in a URL, with a slash in front and escapes.
  public var description: String {
    let text = segments.map { "/" + PercentCoding.encode($0) }.joined()
    return text.isEmpty ? "/" : text
  }
}
