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
  package let schemes: Set<String>
  /// The hosts of `https` URLs that the app claims, in lower case: they are not part of the path.
  ///
  /// A port other than 443 is part of the name: `localhost:8443`. Declare a name beyond ASCII in
  /// the form that URLs have: `xn--bcher-kva.example`. An IPv6 address cannot be declared.
  package let hosts: Set<String>

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
