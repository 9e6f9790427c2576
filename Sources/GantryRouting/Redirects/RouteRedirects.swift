// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// Where old paths have gone: a map that comes from a JSON file, also one that is fetched.
///
/// ```json
/// {
///   "version": 1,
///   "redirects": [
///     {"from": "old/:id", "to": "orders/:id"},
///     {"from": "files/*rest", "to": "documents/*rest"},
///     {"from": "start", "to": "/"}
///   ],
///   "gone": ["summer-sale/*rest"]
/// }
/// ```
///
/// - `version`: always 1. It and one of the others must be there.
/// - `redirects`: patterns as in ``PathPattern``. `to` may use the captures of its `from`. What is
///   reached may be redirected again; the query of a URL stays as it is.
/// - `gone`: patterns of what is no more.
///
/// The most specific entry wins, as for routes. A map is taken whole or not at all: unknown keys,
/// entries that clash and entries that may lead in a circle are errors, and all are reported at
/// once. Entries that lead in a circle for some paths only are refused too.
public struct RouteRedirects: Sendable {
  /// The most entries of a map.
  static let mostEntries = 10_000
  /// The most entries with a capture in `to`: each is compared with every other.
  static let mostPatterns = 1_000

  /// A map without entries.
  public static let none = RouteRedirects(entries: [])

  /// The entries as they stand in the map, those that are gone last.
  public let entries: [Entry]
  private let trie: RouteTrie<Int>

  /// Reads a map.
  ///
  /// - Parameter json: The text of the map, in UTF-8.
  /// - Throws: `RouteError.malformedRedirects` for what is no JSON, `.invalidRedirects` with
  ///   everything that is wrong inside.
  /// - Complexity: O(n), and O(n · m) for m entries with a capture in `to`.
  public init(json: Data) throws(RouteError) {
    let value: RedirectValue
    do {
      value = try JSONDecoder().decode(RedirectValue.self, from: json)
    } catch {
      throw .malformedRedirects(reason: RedirectValue.reason(error, in: json))
    }
    var reader = RedirectReader()
    reader.read(value)
    // What is too much to compare is not compared.
    guard !reader.isTooLarge else { throw .invalidRedirects(reader.problems) }
    self.init(entries: reader.entries)
    let problems = reader.problems + clashes() + cycles().map { .cycle(keyPaths: $0) }
    guard problems.isEmpty else { throw .invalidRedirects(problems) }
  }

  private init(entries: [Entry]) {
    self.entries = entries
    trie = RouteTrie(
      entries.enumerated().map { .init($1.from, $0, declaredAt: $1.keyPath) })
  }

  /// Follows the map from a path to where it ends.
  ///
  /// - Returns: The last path, or that it is gone; nil when the map says nothing about the path.
  public func destination(of path: RoutePath) -> Destination? {
    var reached: RoutePath?
    // Without a circle each entry is met once at most.
    for _ in entries.indices {
      guard let match = trie.match(reached ?? path) else { break }
      guard let target = entries[match.value].to else { return .gone }
      reached = match.captures.path(filling: target, names: entries[match.value].from.captureNames)
    }
    return reached.map { .moved($0) }
  }

  private func clashes() -> [Problem] {
    trie.faults.compactMap { fault in
      guard case .clash(let pattern, let place, _, let otherPlace) = fault else { return nil }
      return .clash(keyPath: otherPlace, first: place, pattern: pattern)
    }
  }

  /// The key paths on each circle.
  private func cycles() -> [[String]] {
    var graph = RedirectGraph(entries.map { entry in successors(of: entry) })
    return graph.takeCycles().map { $0.map { entries[$0].keyPath } }
  }

  /// The entries that may be met next.
  private func successors(of entry: Entry) -> [Int] {
    guard let target = entry.to else { return [] }
    if target.captureNames.isEmpty {
      let next = (try? target.path()).flatMap { trie.match($0)?.value }
      return next.map { [$0] } ?? []
    }
    return entries.indices.filter { target.meets(entries[$0].from) }
  }
}
