// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A URL or a path as the router reads it: a destination and a query.
///
/// ``RouteRequest`` has the rules, and `Documentation/Reference/URLTable.md` a row for each case.
package struct RouteURL: Hashable, Sendable {
  /// The scheme in lower case; nil for a path alone.
  package let scheme: String?
  /// The claimed host of an `https` URL in lower case; nil for the app's own schemes and paths.
  package let host: String?
  /// The path; the host of an app's scheme is its first segment.
  package let path: RoutePath
  /// The query items in order; empty when there are none.
  package let query: [RouteQueryItem]

  /// Creates a URL without a scheme.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - query: The query items. Parts that no query can carry are left out: an item without name
  ///     and value, and NUL characters.
  package init(path: RoutePath, query: [RouteQueryItem] = []) {
    self.init(scheme: nil, host: nil, path: path, query: query.compactMap(\.readable))
  }

  init(scheme: String?, host: String?, path: RoutePath, query: [RouteQueryItem]) {
    self.scheme = scheme
    self.host = host
    self.path = path
    self.query = query
  }

  /// Reads a URL or a path.
  ///
  /// - Parameters:
  ///   - text: The URL, with its escapes.
  ///   - schemes: The schemes and hosts to accept; paths need none.
  ///   - limits: How large it may be.
  /// - Throws: `RouteError.malformedURL` with the first fault and its position,
  ///   `.undeclaredScheme`, `.undeclaredHost`.
  /// - Complexity: O(n) in the length of the text.
  package init(
    parsing text: String, schemes: RouteSchemes = .none, limits: RouteLimits = .standard
  ) throws(RouteError) {
    guard !RoutePath.isNormal(text, limits: limits) else {
      self.init(path: RoutePath(unchecked: text))
      return
    }
    guard text.utf8.count <= limits.urlLength else {
      throw .malformedURL(
        text: Wording.excerpt(text), fault: .tooLong(limit: limits.urlLength),
        position: limits.urlLength)
    }
    var reader = URLReader(Array(text.utf8), schemes: schemes, limits: limits)
    self = try reader.read(text)
  }

  /// The URL as text that reads back as the same URL.
  ///
  /// - Parameter scheme: One of the app's own schemes, to print a path as a URL with it. A text
  ///   that cannot be a scheme is ignored.
  /// - Returns: The URL; a path alone begins with a slash.
  package func text(scheme: String? = nil) -> String {
    var text = path.description
    if let host {
      text = "https://\(host)" + text
    } else if let scheme = scheme.flatMap({ RouteSchemes.isOwn($0) ? $0 : nil }) ?? self.scheme {
      // After an empty host, no other reader changes the case of the first segment or decodes it.
      let first = path.normalized.utf8.dropFirst().prefix { $0 != ASCII.slash }
      let isPlain = first.allSatisfy { ASCII.isUnreserved($0) && !ASCII.isUppercase($0) }
      text = "\(scheme):/" + (isPlain && !first.isEmpty ? text : "/" + text)
    }
    guard !query.isEmpty else { return text }
    return text + "?" + query.map(Self.text).joined(separator: "&")
  }

  private static func text(_ item: RouteQueryItem) -> String {
    let name = PercentCoding.encode(item.name)
    guard let value = item.value else { return name }
    return "\(name)=\(PercentCoding.encode(value))"
  }

  /// Whether a text can be a port number, from 0 to 65,535.
  static func isPort(_ text: some Collection<UInt8>) -> Bool {
    guard (1...5).contains(text.count), text.allSatisfy(ASCII.isDigit) else { return false }
    return text.reduce(0) { $0 * 10 + Int($1 & 15) } <= UInt16.max
  }
}

extension RouteURL: CustomStringConvertible {
  /// The URL as text.
  package var description: String { text() }
}

extension RouteURLFault: CustomStringConvertible {
  /// The fault as a clause without a stop.
  public var description: String {
    switch self {
    case .tooLong(let limit): "it is longer than \(limit.counted("byte"))"
    case .tooManySegments(let limit): "its path has more than \(limit.counted("segment"))"
    case .tooManyQueryItems(let limit): "its query has more than \(limit.counted("item"))"
    case .badScheme:
      "a scheme is a letter followed by letters, digits, +, - and .; write %3A for a colon in a path"
    case .missingSlashes: "a scheme is followed by //; write %3A for a colon in a path"
    case .userInfo: "a user name is not allowed before a host"
    case .badPort: "the port isn't a number, or isn't allowed"
    case .badEscape: "a percent sign needs two hexadecimal digits; write %25 for the sign itself"
    case .notUTF8: "its escapes aren't UTF-8"
    case .controlCharacter: "a control character is not allowed"
    case .backslash: "a backslash is not allowed; write %5C for the character"
    case .dotSegment: "segments . and .. are not allowed"
    case .emptySegment: "a segment may not be empty"
    }
  }
}

/// A fault of a text, and its position: the offset of a byte in its UTF-8.
struct URLFlaw: Error {
  let fault: RouteURLFault
  let position: Int

  init(_ fault: RouteURLFault, at position: Int) {
    self.fault = fault
    self.position = position
  }
}
