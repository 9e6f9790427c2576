// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import GantrySupport

/// A map from old paths to new ones, read from a JSON file that you bundle or fetch.
///
/// ```json
/// {
///   "redirects": [
///     {"from": "old/:id", "to": "orders/:id"},
///     {"from": "files/*rest", "to": "documents/*rest"},
///     {"from": "detail?id", "to": "items/:id"},
///     {"from": "old/:name", "to": "login?user=:name&big=true"},
///     {"from": "legacy://start", "to": "/"},
///     {"from": "https://old.example/:page", "to": ":page"}
///   ],
///   "gone": ["summer-sale/*rest"]
/// }
/// ```
///
/// - `redirects`: `from` is a pattern as in a route, and `to` a path with captures of `from`. It may
///   have a query, with constants and captures as values. The new path may be redirected again, at
///   most eight times in all.
/// - `gone`: patterns of paths that no longer exist. It may be left out.
///
/// The names after a question mark in `from` are captures as well: the URL must have a query item
/// with each name and a text, which can be a segment if the new path has that capture. These items
/// are removed from the URL. All others stay, except those that `to` sets.
///
/// A pattern may begin with a scheme, or with `https` and a host. It then matches only URLs of this
/// scheme or host, and wins over patterns of paths alone. Otherwise the most specific pattern wins,
/// as for routes.
///
/// A map is accepted whole or not at all. Unknown keys, keys that occur twice, and two entries for
/// the same paths are errors.
public struct RouteRedirects: Sendable {
  /// A map without entries.
  public static let none = RouteRedirects(entries: [])

  /// The entries as written in the map; the gone paths come last.
  package let entries: [Entry]
  /// The positions of the entries for paths alone.
  private let paths: RouteTrie<Int>
  /// The positions of the others, by their scheme and host.
  private let origins: [String: RouteTrie<Int>]

  /// Reads a map.
  ///
  /// - Parameters:
  ///   - json: The text of the map, in UTF-8.
  ///   - limit: The largest size of the text, in bytes.
  /// - Throws: `RouteError.invalidRedirects` with the first mistake.
  /// - Complexity: O(n)
  public init(json: Data, limit: Int = 1_000_000) throws(RouteError) {
    do throws(FileProblem.Clause) {
      let content = try FileProblem.decode(Content.self, fromJSON: json, limit: limit)
      self.init(entries: content.entries)
      let clash = ([paths] + origins.values).lazy.compactMap(\.clashes.first).first
      guard let (first, second) = clash else { return }
      let pattern = Wording.excerpt("\(first.pattern)")
      throw FileProblem.Clause(
        "\(second.declaredAt) covers the same paths as \(first.declaredAt), \(pattern)")
    } catch {
      throw .invalidRedirects(reason: error.clause)
    }
  }

  private init(entries: [Entry]) {
    self.entries = entries
    let groups = Dictionary(grouping: entries.indices) { entries[$0].from.origin }
    var tries = groups.mapValues { group in
      RouteTrie(group.map { .init(entries[$0].from.path, $0, declaredAt: entries[$0].keyPath) })
    }
    paths = tries.removeValue(forKey: "") ?? RouteTrie([])
    origins = tries
  }

  /// Follows the map from a path or a URL to its final destination.
  ///
  /// - Parameters:
  ///   - text: The path or URL, with its escapes.
  ///   - schemes: The schemes and hosts to accept; paths need none.
  ///   - limits: The limits on the size of a URL on the way.
  /// - Returns: The final path, or the final URL, whose scheme and host stay; nil when no entry
  ///   matches.
  /// - Throws: `RouteError.gone` if the map says that the path no longer exists, `.redirectLoop` for
  ///   more than eight redirects, `.malformedURL`, `.undeclaredScheme` or `.undeclaredHost` for a
  ///   text that isn't accepted, and `.malformedURL` or `.unprintable` for a URL that exceeds the
  ///   limits.
  public func destination(
    of text: String, schemes: RouteSchemes = .none, limits: RouteLimits = .standard
  ) throws(RouteError) -> String? {
    let url = try RouteURL(parsing: text, schemes: schemes, limits: limits)
    switch try destination(of: url, limits: limits) {
    case nil: return nil
    case .gone: throw .gone(path: Wording.excerpt(url.path.description))
    case .moved(let moved): return moved.text()
    }
  }

  /// Follows the map from a URL to its final destination.
  ///
  /// - Parameters:
  ///   - url: The URL; its scheme and host stay.
  ///   - limits: The limits on the size of a URL on the way.
  /// - Returns: The final URL, or `.gone`; nil when no entry matches the URL.
  /// - Throws: `RouteError.redirectLoop` for more than eight redirects, `.malformedURL` or
  ///   `.unprintable` for a URL that exceeds the limits.
  package func destination(
    of url: RouteURL, limits: RouteLimits = .standard
  ) throws(RouteError) -> Destination? {
    var chain: [RouteURL] = []
    var reached = url
    while let (entry, captures) = entry(for: reached) {
      guard let target = entry.to else { return .gone }
      chain.append(reached)
      reached = try entry.from.fill(target, reached, captures)
      if let fault = limits.fault(of: reached) {
        throw .malformedURL(text: Wording.excerpt(reached.text()), fault: fault, position: 0)
      }
      guard chain.count <= RouteError.mostHops, !chain.contains(reached) else {
        throw .redirectLoop(chain: (chain + [reached]).map { Wording.excerpt($0.text()) })
      }
    }
    return chain.isEmpty ? nil : .moved(reached)
  }

  /// Whether some URL with a path has an entry.
  func mayMatch(_ path: RoutePath) -> Bool {
    paths.match(path) != nil || origins.values.contains { $0.match(path) != nil }
  }

  private func entry(for url: RouteURL) -> (Entry, RouteCaptures)? {
    let origin = origins.isEmpty ? nil : url.host.map { "https://\($0)" } ?? url.scheme
    for trie in [origin.flatMap { origins[$0] }, paths] {
      guard let match = trie?.match(url.path) else { continue }
      let entry = entries[match.value]
      if entry.from.names.allSatisfy({ entry.takes($0, of: url) }) {
        return (entry, match.captures)
      }
    }
    return nil
  }

  /// The text of a query item.
  fileprivate static func text(_ name: String, of url: RouteURL) -> String? {
    url.query.first { $0.name.hasBytes(of: name) }?.value
  }
}

extension RouteRedirects {
  /// The destination of a URL.
  package enum Destination: Hashable, Sendable {
    /// To another path, for which the map has no entry.
    case moved(RouteURL)
    /// The path no longer exists.
    case gone
  }

  /// One entry of a map.
  package struct Entry: Sendable {
    /// The URLs that it matches.
    package let from: Source
    /// The new path and query, with captures of `from`; nil when the paths are gone.
    package let to: RedirectTarget?
    /// Its position in the map, such as `redirects[2]`.
    package let keyPath: String

    /// Whether a URL has a query item with a text, which a segment can hold if it becomes one.
    func takes(_ name: String, of url: RouteURL) -> Bool {
      guard let text = RouteRedirects.text(name, of: url) else { return false }
      return to?.path.captureNames.contains(name) == false
        || RoutePath.fault(of: text.utf8) == nil
    }
  }

  /// The URLs that an entry matches.
  package struct Source: Sendable {
    /// The scheme, or `https://` and the host; empty for any and none.
    let origin: String
    /// The pattern of the path.
    package let path: PathPattern
    /// The names of the query items.
    let names: [String]
  }
}

extension RouteRedirects.Source: Decodable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let bytes = Array(text.utf8)
    let address = bytes.prefix { $0 != ASCII.question }
    let query = bytes[address.endIndex...].dropFirst()
    names = query.split(separator: ASCII.ampersand).map { String(decoding: $0, as: UTF8.self) }
    let part: String
    (origin, part) = try Self.splitOrigin(address, in: decoder)
    path = try decoder.pattern(part, of: text)
    // Reading them as captures checks their names and their number.
    let captures = try decoder.pattern(names.map { ":\($0)" }.joined(separator: "/"), of: text)
    guard captures.captureNames == names else {
      throw decoder.refusal("isn't a pattern: \(PathPatternFault.badName): \(Wording.quoted(text))")
    }
    if let name = path.captureNames.first(where: names.contains) {
      throw decoder.refusal("has two captures named \(name)")
    }
  }

  /// Splits an address into a scheme and host, if it has any, and the pattern of a path.
  private static func splitOrigin(
    _ address: ArraySlice<UInt8>, in decoder: any Decoder
  ) throws -> (origin: String, path: String) {
    func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    let scheme = address.prefix { $0 != ASCII.colon && $0 != ASCII.slash }
    let mark = Array("://".utf8)
    guard !scheme.isEmpty, address[scheme.endIndex...].starts(with: mark) else {
      return ("", text(address))
    }
    let name = text(scheme.map(ASCII.lowercased))
    let rest = address[(scheme.endIndex + mark.count)...]
    let authority = rest.prefix { $0 != ASCII.slash }
    let host = text(authority.map(ASCII.lowercased))
    let path = text(rest[authority.endIndex...])
    if name == "https", RouteSchemes.isHost(host) { return ("https://" + host, path) }
    guard RouteSchemes.isOwn(name) else {
      throw decoder.refusal(
        "isn't a path, or a URL with an app's own scheme or with https and a host: "
          + Wording.quoted(text(address)))
    }
    // As the host of a URL, the first segment has no case. The name of a capture has.
    let isCapture = authority.first == ASCII.colon || authority.first == ASCII.asterisk
    return (name, (isCapture ? text(authority) : host) + path)
  }

  /// The URL that a matching URL is sent to.
  fileprivate func fill(
    _ target: RedirectTarget, _ url: RouteURL, _ captures: RouteCaptures
  ) throws(RouteError) -> RouteURL {
    var texts = Dictionary(uniqueKeysWithValues: zip(path.captureNames, captures))
    for name in names { texts[name] = RouteRedirects.text(name, of: url) }
    let rest = path.endsInRest ? captures.segments(at: captures.count - 1) : []
    let others = url.query.filter { item in !names.contains { item.name.hasBytes(of: $0) } }
    let (path, query) = try target.fill(texts, rest: rest, query: others)
    return RouteURL(scheme: url.scheme, host: url.host, path: path, query: query)
  }
}

/// The contents of a map.
private struct Content: Decodable {
  let entries: [RouteRedirects.Entry]

  init(from decoder: any Decoder) throws {
    let keys = try decoder.keys("redirects", "gone")
    let redirects = try keys.decode([Redirect].self, forKey: AnyKey("redirects"))
    let gone = try keys.decodeIfPresent([RouteRedirects.Source].self, forKey: AnyKey("gone")) ?? []
    entries =
      redirects.enumerated().map { .init(from: $1.from, to: $1.to, keyPath: "redirects[\($0)]") }
      + gone.enumerated().map { .init(from: $1, to: nil, keyPath: "gone[\($0)]") }
  }
}

private struct Redirect: Decodable {
  let from: RouteRedirects.Source
  let to: RedirectTarget

  init(from decoder: any Decoder) throws {
    let keys = try decoder.keys("from", "to")
    from = try keys.decode(RouteRedirects.Source.self, forKey: AnyKey("from"))
    to = try keys.decode(RedirectTarget.self, forKey: AnyKey("to"))
    let known = from.path.segments.map(\.description) + from.names.map { ":\($0)" }
    if let unknown = to.captures.first(where: { !known.contains($0) }) {
      throw decoder.refusal("uses \(unknown) in \"to\", which \"from\" does not capture")
    }
  }
}

extension Decoder {
  /// Reads a pattern that is a part of a text.
  func pattern(_ part: String, of text: String) throws -> PathPattern {
    do throws(RouteError) {
      return try PathPattern(part)
    } catch {
      guard case .malformedPattern(_, let reason, _) = error else { throw error }
      throw refusal("isn't a pattern: \(reason): \(Wording.quoted(text))")
    }
  }
}
