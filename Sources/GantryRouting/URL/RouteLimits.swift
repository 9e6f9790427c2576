// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How large a URL may be, and how deep calls may be nested; a larger URL is refused before anything
/// else is read of it.
public struct RouteLimits: Hashable, Sendable {
  /// 8,192 bytes, 64 segments, 128 query items, 32 calls deep.
  ///
  /// RFC 9110 (section 4.1) asks of every recipient that it takes at least 8,000 bytes.
  public static let standard = RouteLimits()

  /// The highest value of any limit: places in a path are kept in 16 bits.
  static let longest = 65_534

  /// The longest URL in bytes of UTF-8, with its query and fragment.
  public let urlLength: Int
  /// The most segments of a path, empty ones not counted.
  public let segments: Int
  /// The most items of a query, empty ones not counted.
  public let queryItems: Int
  /// How many calls may be inside of each other, where a handler calls a route before it returns.
  public let callDepth: Int

  /// Makes limits; less than nothing is nothing.
  ///
  /// - Parameters:
  ///   - urlLength: The longest URL in bytes; at most 65,534 counts.
  ///   - segments: The most segments of a path.
  ///   - queryItems: The most items of a query.
  ///   - callDepth: How many calls may be inside of each other, at least one.
  public init(
    urlLength: Int = 8192, segments: Int = 64, queryItems: Int = 128, callDepth: Int = 32
  ) {
    self.urlLength = max(0, min(urlLength, Self.longest))
    self.segments = max(0, segments)
    self.queryItems = max(0, queryItems)
    self.callDepth = max(1, callDepth)
  }

  /// The limit that a URL exceeds as it is printed; nil when it is within all.
  func problem(of url: RouteURL) -> RouteURL.Problem? {
    if url.query.count > queryItems { return .tooManyQueryItems(limit: queryItems) }
    return problem(of: url.path)
      ?? (url.text().utf8.count > urlLength ? .tooLong(limit: urlLength) : nil)
  }

  /// The limit that a path alone exceeds; nil when it is within all.
  func problem(of path: RoutePath) -> RouteURL.Problem? {
    // Each segment has one slash in the normal form, and escapes only make a path longer.
    let bytes = path.normalized.utf8
    if bytes.count > urlLength, path != .root { return .tooLong(limit: urlLength) }
    let count = bytes.count { $0 == ASCII.slash }
    return count > segments && path != .root ? .tooManySegments(limit: segments) : nil
  }
}
