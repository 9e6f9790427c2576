// SPDX-License-Identifier: Apache-2.0

/// The patterns of all routes in one radix tree over UTF-8, frozen when it is made.
///
/// Of the patterns that match a path the most specific is found, in any order of the routes:
///
/// ```swift
/// let trie = RouteTrie([
///   .init(try PathPattern("orders/:id"), "order", declaredAt: "Orders.swift:12"),
///   .init(try PathPattern("orders/latest"), "latest", declaredAt: "Orders.swift:15"),
/// ])
/// trie.match(try RoutePath(parsing: "orders/latest"))?.value  // "latest"
/// trie.match(try RoutePath(parsing: "orders/7"))?.captures[0]  // "7"
/// ```
public struct RouteTrie<Value: Sendable>: Sendable {
  /// The routes that can be found, in the order given.
  public let routes: [Route]
  /// Two by two, the routes that can match one path equally; empty when all is well.
  ///
  /// If two routes clash, only the first one given is found.
  public let faults: [RouteFault]
  @usableFromInline let values: [Value]
  @usableFromInline let index: TrieIndex

  /// Builds the tree.
  ///
  /// - Complexity: O(n) in the bytes of all patterns when few differ only in the kinds of captures.
  public init(_ routes: [Route]) {
    let clashes = PatternClashes(routes.map(\.pattern))
    self.routes =
      clashes.losers.isEmpty
      ? routes : routes.indices.filter { !clashes.losers.contains($0) }.map { routes[$0] }
    faults = clashes.pairs.map { first, second in
      .clash(
        pattern: routes[first].pattern.description, declaredAt: routes[first].declaredAt,
        otherPattern: routes[second].pattern.description,
        otherDeclaredAt: routes[second].declaredAt)
    }
    values = self.routes.map(\.value)
    index = TrieIndex(self.routes.map(\.pattern))
  }

  /// Finds the route of a path.
  ///
  /// Nothing is allocated, unless a capture has a custom kind, whose test gets a text.
  ///
  /// - Returns: The most specific route's value and captures; nil when no pattern matches.
  /// - Complexity: O(n) in the length of the path when no literal leads astray. At worst each node of
  ///   the tree is visited once, and each typed capture there tests its segment.
  @inlinable
  public func match(_ path: RoutePath) -> Match? {
    guard let found = index.find(path.normalized) else { return nil }
    return Match(value: values[found.route], captures: found.captures)
  }
}

extension RouteTrie {
  /// The route that a path goes to.
  public struct Match: Sendable {
    /// The route's value.
    public let value: Value
    /// The parts of the path at the captures of the route's pattern.
    public let captures: RouteCaptures

    @inlinable
    init(value: Value, captures: RouteCaptures) {
      self.value = value
      self.captures = captures
    }
  }
}

extension RouteTrie {
  /// A pattern and the value that is found by it.
  public struct Route: Sendable {
    /// The paths that it answers.
    public let pattern: PathPattern
    /// The value of a match.
    public let value: Value
    /// Where it was declared, as `file:line`.
    public let declaredAt: String

    /// Makes a route.
    public init(_ pattern: PathPattern, _ value: Value, declaredAt: String) {
      self.pattern = pattern
      self.value = value
      self.declaredAt = declaredAt
    }
  }
}

/// The parts of a path that a pattern captured, in the order of ``PathPattern/captureNames``.
///
/// They are places in the path, which is kept; text is made when it is asked for.
public struct RouteCaptures: RandomAccessCollection, Sendable {
  /// The path in normal form.
  let path: String
  /// Start and end of each in the path's UTF-8, 16 bits each.
  let places: SIMD16<UInt32>
  /// How many there are.
  public let count: Int

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of captures.
  public var endIndex: Int { count }

  /// The decoded text of a capture; that of a rest is its segments with slashes between them. Empty
  /// for an index that no capture has.
  public subscript(index: Int) -> String {
    indices.contains(index) ? RoutePath.text(part(index)) : ""
  }

  /// The decoded segments of a capture: one, or those of a rest.
  public func segments(at index: Int) -> [String] {
    guard indices.contains(index) else { return [] }
    return part(index).utf8.split(separator: ASCII.slash).map { RoutePath.text(Substring($0)) }
  }

  /// A capture in the normal form.
  func part(_ index: Int) -> Substring {
    let place = places[index]
    let utf8 = path.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: Int(place >> 16))
    let end = utf8.index(utf8.startIndex, offsetBy: Int(place & 0xFFFF))
    return path[start..<end]
  }
}
