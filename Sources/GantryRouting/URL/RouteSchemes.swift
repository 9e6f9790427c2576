// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The schemes and hosts whose URLs an app accepts from outside.
///
/// Without any, every URL with a scheme is refused; paths such as `orders/7` are still read.
///
/// ```swift
/// let own: RouteSchemes = ["bazaar"]
/// let both = RouteSchemes(["bazaar"], hosts: ["shop.example"])
/// ```
public struct RouteSchemes: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// Accepts nothing from outside.
  public static let none = RouteSchemes([])

  /// The app's own schemes, in lower case: the host of such a URL is its first path segment.
  public let schemes: Set<String>
  /// The hosts of `https` URLs that the app claims, in lower case: they are not part of the path.
  ///
  /// A port other than 443 is part of the name: `localhost:8443`. Declare a name beyond ASCII in
  /// the form that URLs have: `xn--bcher-kva.example`. An IPv6 address cannot be declared.
  public let hosts: Set<String>

  /// Creates a declaration; upper and lower case are the same.
  ///
  /// - Parameters:
  ///   - schemes: The app's own schemes, without colon.
  ///   - hosts: The hosts of `https` URLs, without scheme, and with a port if it is not 443.
  public init(_ schemes: [String], hosts: [String] = []) {
    self.schemes = Set(schemes.map { $0.lowercased() })
    self.hosts = Set(hosts.map { $0.lowercased() })
  }

  /// The app's own schemes, without colon.
  public init(arrayLiteral schemes: String...) { self.init(schemes) }

  /// Declarations that no URL could ever match, sorted; empty when there are none.
  package var faults: [Fault] {
    let badSchemes = schemes.filter { !Self.isOwn($0) }
    let badHosts = hosts.filter { !Self.isHost($0) }
    return badSchemes.sorted().map { .malformedScheme($0) }
      + badHosts.sorted().map { .malformedHost($0) }
  }

  /// Whether an app may declare a scheme as its own.
  static func isOwn(_ scheme: String) -> Bool {
    isScheme(scheme) && !taken.contains(scheme.lowercased())
  }

  /// Schemes that have their own meaning for browsers and systems; their host is never the first
  /// segment of a path.
  private static let taken: Set = [
    "about", "blob", "data", "file", "ftp", "http", "https", "javascript", "vbscript", "ws", "wss",
  ]

  /// A letter, then letters, digits, `+`, `-` and `.` (RFC 3986, section 3.1).
  static func isScheme(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, ASCII.isLetter(first) else { return false }
    return text.utf8.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == ASCII.plus || byte == ASCII.minus
        || byte == ASCII.dot
    }
  }

  /// Whether a URL can have this host: an IPv4 address or a name that systems can look up, with no
  /// port or one other than 443.
  static func isHost(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { return false }
    let isPort = parts.dropFirst().allSatisfy { $0 != "443" && RouteURL.isPort($0.utf8) }
    guard isPort, name.utf8.count <= 253 else { return false }
    var labels = name.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard labels.allSatisfy(isLabel) else { return false }
    // A host that ends in a number is read as an IPv4 address (URL Standard, section 3.5).
    guard let last = labels.last?.utf8, last.allSatisfy(ASCII.isDigit) || isHexNumber(last)
    else { return true }
    return labels.count == 4 && labels.allSatisfy { UInt8($0).map { "\($0)" } == "\($0)" }
  }

  /// A part of a host's name: letters, digits, underscores, and hyphens inside.
  private static func isLabel(_ label: Substring) -> Bool {
    let bytes = label.utf8
    guard (1...63).contains(bytes.count), bytes.first != ASCII.minus, bytes.last != ASCII.minus
    else { return false }
    return bytes.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == ASCII.minus || byte == ASCII.underscore
    }
  }

  private static func isHexNumber(_ label: Substring.UTF8View) -> Bool {
    label.starts(with: "0x".utf8) && label.dropFirst(2).allSatisfy { ASCII.hexValue($0) != nil }
  }
}

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
  public let urlLength: Int
  /// The largest number of segments in a path, not counting empty ones.
  public let segments: Int
  /// The largest number of items in a query, not counting empty ones.
  public let queryItems: Int
  /// The largest depth of nested calls, in which a handler calls a route before it returns.
  public let callDepth: Int

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
