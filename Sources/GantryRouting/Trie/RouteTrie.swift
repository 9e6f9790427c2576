// SPDX-License-Identifier: Apache-2.0

/// The patterns of all routes in one radix tree over UTF-8, frozen on creation.
///
/// A search finds the most specific pattern that matches a path, whatever the order of the routes:
///
/// ```swift
/// let trie = RouteTrie([
///   .init(try PathPattern("orders/:id"), "order", declaredAt: "Orders.swift:12"),
///   .init(try PathPattern("orders/latest"), "latest", declaredAt: "Orders.swift:15"),
/// ])
/// trie.match(try RoutePath(parsing: "orders/latest"))?.value  // "latest"
/// trie.match(try RoutePath(parsing: "orders/7"))?.captures[0]  // "7"
/// ```
@usableFromInline
package struct RouteTrie<Value: Sendable>: Sendable {
  /// The routes that can be found, in the order given.
  package let routes: [Route]
  /// The pairs of routes that can match the same path equally well; empty when there are none.
  ///
  /// If two routes clash, only the first one given is found.
  package let clashes: [(first: Route, second: Route)]
  @usableFromInline let values: [Value]
  @usableFromInline let index: TrieIndex

  /// Creates a tree.
  ///
  /// - Complexity: O(n) in the bytes of all patterns, when few of them differ only in the kinds of
  ///   captures.
  package init(_ routes: [Route]) {
    let found = PatternClashes(routes.map(\.pattern))
    self.routes =
      found.losers.isEmpty
      ? routes : routes.indices.filter { !found.losers.contains($0) }.map { routes[$0] }
    clashes = found.pairs.map { (first: routes[$0], second: routes[$1]) }
    values = self.routes.map(\.value)
    index = TrieIndex(self.routes.map(\.pattern))
  }

  /// Finds the route of a path.
  ///
  /// It allocates nothing, unless a capture has a custom kind, whose test gets a string.
  ///
  /// - Returns: The most specific route's value and captures; nil when no pattern matches.
  /// - Complexity: O(n) in the length of the path when no literal leads astray. At worst each node
  ///   of the tree is visited once, and each typed capture there tests its segment.
  @inlinable
  package func match(_ path: RoutePath) -> Match? {
    guard let found = index.find(path.normalized) else { return nil }
    return Match(value: values[found.route], captures: found.captures)
  }
}

extension RouteTrie {
  /// The route that a path leads to.
  @usableFromInline
  package struct Match: Sendable {
    /// The route's value.
    @usableFromInline package let value: Value
    /// The parts of the path at the captures of the route's pattern.
    @usableFromInline package let captures: RouteCaptures

    @inlinable
    init(value: Value, captures: RouteCaptures) {
      self.value = value
      self.captures = captures
    }
  }
}

extension RouteTrie {
  /// A pattern, and the value to find by it.
  @usableFromInline
  package struct Route: Sendable {
    /// The pattern of the paths that it answers.
    package let pattern: PathPattern
    /// The value of a match.
    package let value: Value
    /// Where it was declared, as `file:line`.
    package let declaredAt: String

    /// Creates a route.
    package init(_ pattern: PathPattern, _ value: Value, declaredAt: String) {
      self.pattern = pattern
      self.value = value
      self.declaredAt = declaredAt
    }
  }
}

/// The parts of a path that a pattern captured, in the order of ``PathPattern/captureNames``.
///
/// They are positions in the path, which they keep; texts are made on demand.
@usableFromInline
package struct RouteCaptures: RandomAccessCollection, Sendable {
  /// The path in normal form.
  let path: String
  /// The start and end of each capture in the path's UTF-8, in 16 bits each.
  let ranges: SIMD16<UInt32>
  /// The number of captures.
  @usableFromInline package let count: Int

  /// Always 0.
  @usableFromInline package var startIndex: Int { 0 }
  /// The number of captures.
  @usableFromInline package var endIndex: Int { count }

  /// The decoded text of a capture; a rest's text has slashes between its segments. Empty for an
  /// index that no capture has.
  @usableFromInline package subscript(index: Int) -> String {
    indices.contains(index) ? RoutePath.text(part(index)) : ""
  }

  /// The decoded segments of a capture: one, or all segments of a rest.
  package func segments(at index: Int) -> [String] {
    guard indices.contains(index) else { return [] }
    return part(index).utf8.split(separator: ASCII.slash).map { RoutePath.text(Substring($0)) }
  }

  /// A capture in the normal form.
  func part(_ index: Int) -> Substring {
    let range = ranges[index]
    let utf8 = path.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: Int(range >> 16))
    let end = utf8.index(utf8.startIndex, offsetBy: Int(range & 0xFFFF))
    return path[start..<end]
  }
}
