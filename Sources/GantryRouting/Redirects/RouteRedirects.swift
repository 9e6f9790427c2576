// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where old paths have gone: a map that comes from a JSON file, also one that is fetched.
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
/// - `version`: always 1. It and one of the others must be there.
/// - `redirects`: patterns as in ``PathPattern``. `to` may use the captures of its `from`. The new
///   path may be redirected again.
/// - `gone`: patterns of paths that no longer exist.
///
/// A query in `from` says which items a URL must have: `page=1` exactly this one, `pid=:id` one with
/// a text that can be a segment. They are taken out of the URL; all its other items stay. A query in
/// `to` is set in place of items with the same names. A `from` may be a whole URL: then it is about
/// URLs of this scheme, or of `https` and this host, only.
///
/// The most specific entry wins, as for routes; before that, one with a query over one without, of
/// two the one with more items, and then one with a scheme. Where all that is equal the earlier one
/// wins. A map is taken whole or not at all: unknown keys, entries that clash and entries that may
/// lead in a circle are errors, and all are reported at once. Entries that lead in a circle for
/// some paths only are refused too; a circle that makes the path shorter each time round comes to
/// an end, and is allowed.
public struct RouteRedirects: Sendable {
  /// The most entries of a map.
  static let mostEntries = 10_000
  /// The most entries that are compared with every other.
  static let mostPatterns = 1_000

  /// A map without entries.
  public static let none = RouteRedirects(entries: [])

  /// The entries as they are written in the map, those that are gone last.
  package let entries: [Entry]
  /// The entries that are about a path and nothing else.
  private let trie: RouteTrie<Int>
  /// The others, the one that wins first.
  private let conditional: [Conditional]

  private struct Conditional {
    let entry: Int
    let trie: RouteTrie<Bool>
  }

  /// Reads a map.
  ///
  /// - Parameter json: The text of the map, in UTF-8.
  /// - Throws: `RouteError.malformedRedirects` for a text that isn't JSON, `.invalidRedirects` with
  ///   all faults inside.
  /// - Complexity: O(n), and O(n · m) for m entries with a capture in `to`, or with more than a path
  ///   in `from`.
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

  /// Follows the map from a URL to where it ends.
  ///
  /// - Parameters:
  ///   - url: The URL; its scheme and host stay.
  ///   - limits: How large a URL may become on the way.
  /// - Returns: The last URL, or that it is gone; nil when the map says nothing about the URL.
  /// - Throws: `RouteError.malformedURL` for a URL that exceeds the limits.
  public func destination(
    of url: RouteURL, limits: RouteLimits = .standard
  ) throws(RouteError) -> Destination? {
    var reached = url
    var hasMoved = false
    // Each circle makes the path shorter, and an entry is met once at most on the way there.
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
    .malformedURL(text: RouteError.excerpt(url.text()), fault: fault, position: 0)
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
      // A rest is one segment at least, and stays as long as it is where the target has it, too.
      entry.target.map { $0.path.segments.count - entry.from.segments.count } ?? 0
    }
    var graph = RedirectGraph(entries.indices.map(successors), growths: growths)
    return graph.takeCycles().map { $0.map { entries[$0].keyPath } }
  }

  /// The entries that may be met after one.
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
  /// Where a URL leads.
  public enum Destination: Hashable, Sendable {
    /// To another path or query, for which the map has no entry.
    case moved(RouteURL)
    /// Nowhere any more.
    case gone
  }
}

extension RouteRedirects {
  /// One entry of a map.
  package struct Entry: Sendable {
    /// The paths that it is about.
    package var from: PathPattern { source.path }
    /// Where they went, with captures of `from`; nil when they are gone.
    package var to: PathPattern? { target?.path }
    /// Its position in the map, for example `redirects[2]`.
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
      "\(keyPath) is about the same paths as \(first), \(pattern). Remove one of them."
    case .cycle(let keyPaths):
      "\((keyPaths + keyPaths.prefix(1)).joined(separator: " → ")) may lead in a circle. Remove one"
        + " of them, or let it lead to the end."
    }
  }
}
