// SPDX-License-Identifier: Apache-2.0

/// The limits on the size of URLs and the depth of nested calls. A larger URL is refused before
/// anything else of it is read.
public struct RouteLimits: Hashable, Sendable {
  /// 8,192 bytes, 64 segments, 128 query items, and 32 nested calls.
  ///
  /// RFC 9110 (section 4.1) asks every recipient to accept at least 8,000 bytes.
  public static let standard = RouteLimits()

  /// The highest value of any limit, because positions in a path are kept in 16 bits.
  static let longest = 65_534

  /// The longest URL in bytes of UTF-8, with its query and fragment.
  package let urlLength: Int
  /// The largest number of segments in a path, not counting empty ones.
  package let segments: Int
  /// The largest number of items in a query, not counting empty ones.
  package let queryItems: Int
  /// The largest depth of nested calls, in which a handler calls a route before it returns.
  package let callDepth: Int

  /// Creates limits; negative values count as zero.
  ///
  /// - Parameters:
  ///   - urlLength: The longest URL in bytes; at most 65,534.
  ///   - segments: The largest number of segments in a path; at most 65,534.
  ///   - queryItems: The largest number of items in a query.
  ///   - callDepth: The largest depth of nested calls, at least one.
  public init(
    urlLength: Int = 8192, segments: Int = 64, queryItems: Int = 128, callDepth: Int = 32
  ) {
    self.urlLength = max(0, min(urlLength, Self.longest))
    self.segments = max(0, min(segments, Self.longest))
    self.queryItems = max(0, queryItems)
    self.callDepth = max(1, callDepth)
  }

  /// The limit that a URL exceeds when it is printed; nil when it is within all limits.
  func fault(of url: RouteURL) -> RouteURLFault? {
    if url.query.count > queryItems { return .tooManyQueryItems(limit: queryItems) }
    if url.text().utf8.count > urlLength { return .tooLong(limit: urlLength) }
    // Each segment has one slash in the normal form.
    let count = url.path == .root ? 0 : url.path.normalized.utf8.count { $0 == ASCII.slash }
    return count > segments ? .tooManySegments(limit: segments) : nil
  }
}
