// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The schemes and hosts whose URLs an app takes from outside.
///
/// Without any, every URL with a scheme is refused; paths such as `orders/7` are read all the same.
///
/// ```swift
/// let schemes = RouteSchemes(schemes: ["bazaar"], hosts: ["shop.example"])
/// ```
public struct RouteSchemes: Hashable, Sendable {
  /// Nothing from outside is taken.
  public static let none = RouteSchemes()

  /// The app's own schemes, in lower case: the host of such a URL is its first path segment.
  public let schemes: Set<String>
  /// The hosts of `https` URLs that the app claims, in lower case: they are not part of the path.
  ///
  /// A port other than 443 is part of the name: `localhost:8443`.
  public let hosts: Set<String>

  /// Makes a declaration; the case of what is declared does not matter.
  ///
  /// - Parameters:
  ///   - schemes: The app's own schemes, without colon.
  ///   - hosts: The hosts of `https` URLs, without scheme; with a port where it is not 443.
  public init(schemes: [String] = [], hosts: [String] = []) {
    self.schemes = Set(schemes.map { $0.lowercased() })
    self.hosts = Set(hosts.map { $0.lowercased() })
  }

  /// What is declared but cannot be: no URL would ever match it. Sorted; empty when all is well.
  public var faults: [RouteFault] {
    let badSchemes = schemes.filter { !Self.isScheme($0) || $0 == "https" }
    let badHosts = hosts.filter { !Self.isHost($0) }
    return badSchemes.sorted().map { .malformedScheme($0) }
      + badHosts.sorted().map { .malformedHost($0) }
  }

  /// A letter, then letters, digits, `+`, `-` and `.` (RFC 3986, section 3.1).
  static func isScheme(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, ASCII.isLetter(first) else { return false }
    return text.utf8.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == ASCII.plus || byte == ASCII.minus
        || byte == ASCII.dot
    }
  }

  /// Whether an authority reads back as this host: no slash, user, escape or space, port not 443.
  private static func isHost(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { return false }
    let isPort = parts.dropFirst().allSatisfy { $0 != "443" && RouteURL.isPort($0.utf8) }
    return isPort
      && name.utf8.allSatisfy { byte in
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == ASCII.minus || byte == ASCII.dot
          || byte == ASCII.underscore || byte >= 0x80
      }
  }
}
