// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// `from` or `to` of a map: a pattern that may have a query and, in `from`, a scheme and host.
struct RedirectAddress: Sendable {
  /// The scheme that a URL must have, in lower case; nil for any and none.
  let scheme: String?
  /// The host that an `https` URL must have, in lower case.
  let host: String?
  let path: PathPattern
  let query: [RedirectItem]

  init(scheme: String? = nil, host: String? = nil, path: PathPattern, query: [RedirectItem] = []) {
    self.scheme = scheme
    self.host = host
    self.path = path
    self.query = query
  }

  /// Whether a URL needs more than a path to match it.
  var isConditional: Bool { scheme != nil || !query.isEmpty }

  /// The names of all captures; the query's come last.
  var captureNames: [String] { path.captureNames + query.compactMap(\.capture) }

  /// Whether a URL has the scheme, the host and the query.
  func admits(_ url: RouteURL) -> Bool {
    guard scheme == nil || scheme == url.scheme && host == url.host else { return false }
    return query.allSatisfy { url.query.contains(where: $0.takes) }
  }

  /// The texts that a URL has for the captures of the query, by name.
  func texts(of url: RouteURL) -> [String: String] {
    var texts: [String: String] = [:]
    for item in query {
      guard let name = item.capture else { continue }
      texts[name] = url.query.first(where: item.takes)?.value
    }
    return texts
  }

  /// Whether a URL that leaves this address for a target may match a third address.
  ///
  /// - Parameters:
  ///   - target: The address that the URL is sent to.
  ///   - next: The address that it may match.
  func mayLead(by target: RedirectAddress, to next: RedirectAddress) -> Bool {
    if let scheme, let other = next.scheme, scheme != other || host != next.host { return false }
    return target.path.meets(next.path)
      && next.query.allSatisfy { item in
        if let set = target.query.first(where: { $0.name.hasBytes(of: item.name) }) {
          return item.mayTake(set)
        }
        // Items that this entry matches are removed from the query.
        return !query.contains { $0.name.hasBytes(of: item.name) }
      }
  }

  /// A key that is the same for all addresses that differ only in paths and in names of captures.
  var conditions: String {
    let items = query.map { item in
      item.capture == nil ? "\(item)" : "\(PercentCoding.encode(item.name))=:"
    }
    return "\(scheme ?? "")://\(host ?? "")?" + items.sorted().joined(separator: "&")
  }

  /// The rank that decides between two addresses that match the same URL: the larger one wins.
  var rank: (Int, Int, UInt64) { (query.count, scheme == nil ? 0 : 1, path.specificity) }
}

extension RedirectAddress: CustomStringConvertible {
  var description: String {
    let origin = scheme.map { host == nil ? "\($0)://" : "\($0)://\(host ?? "")/" } ?? ""
    let items = query.map(\.description).joined(separator: "&")
    return origin + path.description + (items.isEmpty ? "" : "?" + items)
  }
}

/// Reads `from` or `to` of a map.
struct RedirectAddressReader {
  /// The reason why a text isn't an address.
  enum Failure: Error {
    case pattern(PathPatternFault, position: Int)
    /// The text isn't an address; `expected` describes one.
    case value(expected: String)
  }

  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Reads the text.
  ///
  /// - Parameter takesOrigin: Whether the text may be a whole URL.
  func read(takesOrigin: Bool) throws(Failure) -> RedirectAddress {
    guard bytes.count <= PathPattern.longest else {
      throw .pattern(.tooLong(limit: PathPattern.longest), position: PathPattern.longest)
    }
    let address = try readWhole(takesOrigin: takesOrigin)
    var names: Set<String> = []
    for name in address.captureNames where !names.insert(name).inserted {
      throw .pattern(.repeatedName(Wording.excerpt(name)), position: bytes.count)
    }
    return address
  }

  private func readWhole(takesOrigin: Bool) throws(Failure) -> RedirectAddress {
    let front = bytes.prefix { $0 != ASCII.question }
    let query = try readQuery(bytes[front.endIndex...].dropFirst())
    let mark = Array("://".utf8)
    let name = front.prefix { $0 != ASCII.colon && $0 != ASCII.slash }
    guard !name.isEmpty, front[name.endIndex...].starts(with: mark) else {
      return RedirectAddress(path: try readPath(front, lowercased: 0), query: query)
    }
    guard takesOrigin else { throw .value(expected: "a path without a scheme or host") }
    let scheme = String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
    let rest = front[(name.endIndex + mark.count)...]
    let authority = rest.prefix { $0 != ASCII.slash }
    guard scheme == "https" else {
      guard RouteSchemes.isOwn(scheme) else { throw .value(expected: Self.expected) }
      // The first segment of such a URL has no case, unless it follows an empty host.
      let isLiteral = authority.first != ASCII.colon && authority.first != ASCII.asterisk
      let path = try readPath(rest, lowercased: isLiteral ? authority.count : 0)
      return RedirectAddress(scheme: scheme, path: path, query: query)
    }
    var host = String(decoding: authority.map(ASCII.lowercased), as: UTF8.self)
    if host.hasSuffix(":443") { host.removeLast(4) }
    guard RouteSchemes.isHost(host) else { throw .value(expected: Self.expected) }
    let path = try readPath(rest[authority.endIndex...], lowercased: 0)
    return RedirectAddress(scheme: scheme, host: host, path: path, query: query)
  }

  private static let expected = "a path, or a URL with https or an app's own scheme"

  private func readPath(
    _ part: ArraySlice<UInt8>, lowercased count: Int
  ) throws(Failure) -> PathPattern {
    let text = part.prefix(count).map(ASCII.lowercased) + part.dropFirst(count)
    do {
      return try PathPattern(String(decoding: text, as: UTF8.self))
    } catch {
      guard case .malformedPattern(_, let fault, let position) = error else {
        throw .value(expected: "a pattern")
      }
      throw .pattern(fault, position: part.startIndex + position)
    }
  }

  private func readQuery(_ part: ArraySlice<UInt8>) throws(Failure) -> [RedirectItem] {
    if let hash = part.firstIndex(of: ASCII.hash) { throw .pattern(.query, position: hash) }
    var items: [RedirectItem] = []
    for item in part.split(separator: ASCII.ampersand) {
      let name = item.prefix { $0 != ASCII.equals }
      let value = item[name.endIndex...]
      let text = try readText(name)
      guard !items.contains(where: { $0.name.hasBytes(of: text) }) else {
        throw .pattern(.repeatedName(Wording.excerpt(text)), position: item.startIndex)
      }
      items.append(RedirectItem(name: text, value: try readValue(value)))
    }
    return items
  }

  private func readValue(_ part: ArraySlice<UInt8>) throws(Failure) -> RedirectItem.Value {
    guard !part.isEmpty else { return .text(nil) }
    let value = part.dropFirst()
    guard value.first == ASCII.colon else { return .text(try readText(value)) }
    let pattern = try readPath(value, lowercased: 0)
    guard case .capture(let name, _)? = pattern.segments.first, pattern.segments.count == 1 else {
      throw .pattern(.badName, position: value.startIndex)
    }
    return .capture(name)
  }

  private func readText(_ part: ArraySlice<UInt8>) throws(Failure) -> String {
    // A colon is common in a text here, and so is an asterisk inside it.
    let isForeign = part.contains(where: Array("{}<>[]".utf8).contains)
    if isForeign || part.first == ASCII.asterisk, let foreign = ForeignCapture(in: part) {
      let written = Wording.excerpt(String(decoding: part, as: UTF8.self))
      let fault = PathPatternFault.foreignCapture(
        written, instead: ":" + foreign.instead.dropFirst(), escape: foreign.escape)
      throw .pattern(fault, position: part.startIndex)
    }
    do throws(URLFlaw) {
      let content = try PercentCoding.decode(part, plusIsSpace: true)
      guard !content.contains(0) else {
        throw URLFlaw(.controlCharacter, at: part.startIndex)
      }
      return String(decoding: content, as: UTF8.self)
    } catch {
      throw .pattern(.literal(error.fault), position: error.position)
    }
  }
}
