// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import GantryText

/// A map from old paths to new ones, read from a JSON file that you bundle or fetch.
///
/// ```json
/// {
///   "version": 1,
///   "redirects": [
///     {"from": "old/:id", "to": "orders/:id"},
///     {"from": "files/*rest", "to": "documents/*rest"},
///     {"from": "product?pid=:id", "to": "products/:id?big=true"},
///     {"from": "https://old.example/start", "to": "/"}
///   ],
///   "gone": ["summer-sale/*rest"]
/// }
/// ```
///
/// - `version`: always 1. It is required, together with at least one of the others.
/// - `redirects`: patterns as in a route. `to` may use the captures of its `from`. The new
///   path may be redirected again.
/// - `gone`: patterns of paths that no longer exist.
///
/// A query in `from` lists the items that a URL must have: `page=1` is exactly this item, and
/// `pid=:id` an item whose text can be a segment. These items are removed from the URL; all others
/// stay. A query in `to` replaces items with the same names. A `from` may be a whole URL; it then
/// matches only URLs of this scheme, or of `https` and this host.
///
/// An entry with a query wins over one without; of two with queries, the one with more items wins;
/// then one with a scheme wins. After that, the most specific entry wins, as for routes. If all of
/// that is equal, the earlier entry wins.
///
/// A map is accepted whole or not at all. Unknown keys, entries that clash, and entries that may
/// lead in a circle are errors, which are reported together. This includes entries that lead in a
/// circle for some paths only. A circle that shortens the path each time round comes to an end, and
/// is allowed.
public struct RouteRedirects: Sendable {
  /// The largest number of entries in a map.
  static let mostEntries = 10_000
  /// The largest number of entries that are compared with every other.
  static let mostPatterns = 1_000

  /// A map without entries.
  public static let none = RouteRedirects(entries: [])

  /// The entries as written in the map; the gone paths come last.
  package let entries: [Entry]
  /// The entries that match by path alone.
  private let trie: RouteTrie<Int>
  /// The other entries, in the order in which they win.
  private let conditional: [Conditional]

  private struct Conditional {
    let entry: Int
    let trie: RouteTrie<Bool>
  }

  /// Reads a map.
  ///
  /// - Parameter json: The text of the map, in UTF-8.
  /// - Throws: `RouteError.malformedRedirects` for a text that isn't JSON, `.invalidRedirects` with
  ///   all faults in the map.
  /// - Complexity: O(n), and O(n · m) for m entries with a capture in `to`, or with more than a
  ///   path in `from`.
  public init(json: Data) throws(RouteError) {
    let value: RedirectValue
    do {
      value = try JSONDecoder().decode(RedirectValue.self, from: json)
    } catch {
      throw .malformedRedirects(reason: RedirectValue.reason(error, in: json))
    }
    var reader = RedirectReader()
    reader.read(value)
    // Comparing the entries of a map beyond the limits would take too long.
    guard !reader.isTooLarge else { throw .invalidRedirects(reader.faults) }
    self.init(entries: reader.entries)
    let faults = reader.faults + clashes() + cycles().map { .cycle(keyPaths: $0) }
    guard faults.isEmpty else { throw .invalidRedirects(faults) }
  }

  private init(entries: [Entry]) {
    self.entries = entries
    let plain = entries.indices.filter { !entries[$0].source.isConditional }
    trie = RouteTrie(
      plain.map { .init(entries[$0].from, $0, declaredAt: entries[$0].keyPath) })
    conditional = entries.indices.filter { entries[$0].source.isConditional }
      .sorted { first, second in
        let (rank, other) = (entries[first].source.rank, entries[second].source.rank)
        return rank == other ? first < second : rank > other
      }
      .map {
        Conditional(entry: $0, trie: RouteTrie([.init(entries[$0].from, true, declaredAt: "")]))
      }
  }

  /// Follows the map from a URL to its final destination.
  ///
  /// - Parameters:
  ///   - url: The URL; its scheme and host stay.
  ///   - limits: The limits on the size of a URL on the way.
  /// - Returns: The final URL, or `.gone`; nil when no entry matches the URL.
  /// - Throws: `RouteError.malformedURL` for a URL that exceeds the limits.
  public func destination(
    of url: RouteURL, limits: RouteLimits = .standard
  ) throws(RouteError) -> Destination? {
    var reached = url
    var hasMoved = false
    // Each circle makes the path shorter, and meets an entry at most once on the way there.
    for _ in 0...entries.count * (limits.segments + 1) {
      guard let (entry, captures) = entry(for: reached) else { break }
      guard let target = entries[entry].target else { return .gone }
      reached = Self.fill(target, from: entries[entry].source, reached, captures)
      hasMoved = true
      if let fault = limits.fault(of: reached.path) { throw Self.error(reached, fault) }
    }
    guard hasMoved else { return nil }
    if let fault = limits.fault(of: reached) { throw Self.error(reached, fault) }
    return .moved(reached)
  }

  private static func error(_ url: RouteURL, _ fault: RouteURLFault) -> RouteError {
    .malformedURL(text: Wording.excerpt(url.text()), fault: fault, position: 0)
  }

  /// The entry that wins for a URL, and the captures of its pattern.
  private func entry(for url: RouteURL) -> (Int, RouteCaptures)? {
    if !conditional.isEmpty, url.scheme != nil || !url.query.isEmpty {
      for candidate in conditional where entries[candidate.entry].source.admits(url) {
        guard let match = candidate.trie.match(url.path) else { continue }
        return (candidate.entry, match.captures)
      }
    }
    return trie.match(url.path).map { ($0.value, $0.captures) }
  }

  private static func fill(
    _ target: RedirectAddress, from source: RedirectAddress, _ url: RouteURL,
    _ captures: RouteCaptures
  ) -> RouteURL {
    let names = source.path.captureNames
    let texts = source.texts(of: url)
    let replaced = source.query + target.query
    var query = url.query
    if !replaced.isEmpty {
      query.removeAll { item in replaced.contains { $0.name.hasBytes(of: item.name) } }
    }
    for item in target.query {
      switch item.value {
      case .text(let text): query.append(RouteQueryItem(item.name, text))
      case .capture(let name):
        let text = names.firstIndex(of: name).map { captures[$0] } ?? texts[name]
        query.append(RouteQueryItem(item.name, text))
      }
    }
    return RouteURL(
      scheme: url.scheme, host: url.host,
      path: captures.path(filling: target.path, names: names, texts: texts), query: query)
  }
}

extension RouteRedirects {
  private func clashes() -> [RouteRedirectsFault] {
    let plain = trie.faults.compactMap { fault -> RouteRedirectsFault? in
      guard case .clash(let pattern, let place, _, let otherPlace) = fault else { return nil }
      return .clash(keyPath: otherPlace, first: place, pattern: pattern)
    }
    let alike = Dictionary(grouping: conditional.map(\.entry)) { entries[$0].source.conditions }
    let others = alike.values.flatMap { group -> [(Int, Int)] in
      let group = group.sorted()
      let clashes = PatternClashes(group.map { entries[$0].from })
      return clashes.pairs.map { (group[$0.0], group[$0.1]) }
    }
    return plain
      + others.sorted { $0.1 < $1.1 }.map { first, second in
        .clash(
          keyPath: entries[second].keyPath, first: entries[first].keyPath,
          pattern: entries[first].source.description)
      }
  }

  /// The key paths on each circle.
  private func cycles() -> [[String]] {
    let growths = entries.map { entry in
      // A rest has at least one segment, and keeps its length where the target has it as well.
      entry.target.map { $0.path.segments.count - entry.from.segments.count } ?? 0
    }
    var graph = RedirectGraph(entries.indices.map(successors), growths: growths)
    return graph.takeCycles().map { $0.map { entries[$0].keyPath } }
  }

  /// The entries that may follow an entry.
  func successors(of place: Int) -> [Int] {
    let entry = entries[place]
    guard let target = entry.target else { return [] }
    func mayFollow(_ next: Int) -> Bool {
      entry.source.mayLead(by: target, to: entries[next].source)
    }
    guard target.path.captureNames.isEmpty else { return entries.indices.filter(mayFollow) }
    let next = (try? target.path.path()).flatMap { trie.match($0)?.value }
    return conditional.map(\.entry).filter(mayFollow).sorted() + (next.map { [$0] } ?? [])
  }
}

extension RouteRedirects {
  /// The destination of a URL.
  public enum Destination: Hashable, Sendable {
    /// To another path or query, for which the map has no entry.
    case moved(RouteURL)
    /// The path no longer exists.
    case gone
  }
}

extension RouteRedirects {
  /// One entry of a map.
  package struct Entry: Sendable {
    /// The paths that it matches.
    package var from: PathPattern { source.path }
    /// The new path, with captures of `from`; nil when the paths are gone.
    package var to: PathPattern? { target?.path }
    /// Its position in the map, such as `redirects[2]`.
    package let keyPath: String

    /// All of `from`, with its query and its scheme and host.
    let source: RedirectAddress
    /// All of `to`, with its query.
    let target: RedirectAddress?
  }
}

extension RouteRedirectsFault: CustomStringConvertible {
  /// The position, the fault and the fix.
  public var description: String {
    switch self {
    case .wrongValue(let keyPath, let expected, let found):
      "\(keyPath): expected \(expected), found \(found)."
    case .missingKey(let keyPath): "\(keyPath) is missing."
    case .unknownKey(let keyPath, let known):
      "\(keyPath) isn't a key of a redirect map; known here: \(known.joined(separator: ", "))."
    case .tooMany(let keyPath, let limit):
      "\(keyPath): more than \(limit) entries."
    case .malformedPattern(let keyPath, let text, let fault, let position):
      "\(keyPath): \"\(text)\" isn't a pattern: \(fault), at byte \(position)."
    case .unknownCapture(let keyPath, let name, let from):
      "\(keyPath) uses \(name), which \(from) does not capture."
    case .clash(let keyPath, let first, let pattern):
      "\(keyPath) covers the same paths as \(first), \(pattern). Remove one of them."
    case .cycle(let keyPaths):
      "\((keyPaths + keyPaths.prefix(1)).joined(separator: " → ")) may lead in a circle. Remove one"
        + " of them, or point it at the final target."
    }
  }
}
