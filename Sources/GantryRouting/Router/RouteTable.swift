// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// All routes, frozen when the table is created, and found by path, name and type.
///
/// You can create a table from faulty declarations: ``check()`` lists the faults, and the sound
/// routes can be found.
package final class RouteTable: Sendable {
  /// A route that can be found. It is a class, so that a call keeps one reference instead of the
  /// parts.
  final class Entry: Sendable {
    let declaration: RouteDeclaration
    let pattern: PathPattern
    let captureNames: [String]

    var name: String { declaration.name }

    init(_ declaration: RouteDeclaration, _ pattern: PathPattern) {
      self.declaration = declaration
      self.pattern = pattern
      captureNames = pattern.captureNames
    }
  }

  /// The routes in the order given.
  let entries: [Entry]
  let trie: RouteTrie<Int>
  /// The declared interceptors, in the order in which they are asked. The number of each is its
  /// position, counted from 1.
  let interceptors: [RouteInterceptor]
  private let names: [String: Int]
  private let types: [ObjectIdentifier: Int]
  /// The first position of each owner's routes, and for each position the owner's next one.
  private let owners: [ModuleName: Int]
  private let nextPositions: [Int?]
  private let faults: [Fault]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - declarations: All routes; their order only decides which of two clashing routes is found.
  ///   - interceptors: All declared interceptors. Among those of one priority, they are asked by the
  ///     names of their owners, and then in the order given.
  package init(
    _ declarations: [RouteDeclaration], interceptors declared: [InterceptorDeclaration] = []
  ) {
    var entries: [Entry] = []
    var faults: [Fault] = []
    entries.reserveCapacity(declarations.count)
    for declaration in declarations {
      do throws(RouteError) {
        let pattern = try PathPattern(declaration.pattern, parameters: declaration.parameters)
        entries.append(Entry(declaration, pattern))
        faults += Self.unfitCaptures(of: declaration, pattern)
      } catch {
        faults.append(
          .malformedPattern(
            route: declaration.name, declaredAt: declaration.declaredAt, error))
      }
    }
    interceptors = Self.interceptors(declared, &faults)
    trie = RouteTrie(
      entries.enumerated().map { index, entry in
        .init(entry.pattern, index, declaredAt: entry.declaration.declaredAt)
      })
    var names: [String: Int] = [:]
    names.reserveCapacity(entries.count)
    var types: [ObjectIdentifier: Int] = [:]
    (owners, nextPositions) = Self.chains(of: entries)
    for (index, entry) in entries.enumerated() {
      let declaration = entry.declaration
      if let first = names[declaration.name] {
        faults.append(
          .doubledName(
            declaration.name, declaredAt: entries[first].declaration.declaredAt,
            otherDeclaredAt: declaration.declaredAt))
      } else {
        names[declaration.name] = index
      }
      if let route = declaration.route, types[ObjectIdentifier(route)] == nil {
        types[ObjectIdentifier(route)] = index
      }
    }
    self.entries = entries
    self.names = names
    self.types = types
    self.faults =
      faults
      + trie.clashes.map { first, second in
        .clash(
          pattern: "\(first.pattern)", declaredAt: first.declaredAt,
          otherPattern: "\(second.pattern)", otherDeclaredAt: second.declaredAt)
      }
  }

  /// The interceptors in their order; a malformed pattern is a fault.
  private static func interceptors(
    _ declared: [InterceptorDeclaration], _ faults: inout [Fault]
  ) -> [RouteInterceptor] {
    var interceptors: [RouteInterceptor] = []
    for declaration in sorted(declared) {
      do throws(RouteError) {
        interceptors.append(
          try RouteInterceptor(
            declaration.name, declaration.options, number: interceptors.count + 1,
            paths: declaration.paths, declaration: declaration))
      } catch {
        faults.append(
          .malformedPattern(
            route: declaration.name, declaredAt: declaration.declaredAt, error))
      }
    }
    return interceptors
  }

  /// Returns all faults of the declarations; empty when there are none.
  ///
  /// - Returns: Malformed patterns and captures in declaration order, then duplicate names, then
  ///   pairs of clashing patterns.
  package func check() -> [Fault] { faults }

  /// All routes by name.
  package var routes: [RouteInfo] {
    entries.map { RouteInfo($0.declaration) }.sorted { $0.name < $1.name }
  }

  func index(of route: any PatternRoute.Type) -> Int? { types[ObjectIdentifier(route)] }

  /// The name of a route without its module.
  private static func end(of name: String) -> Substring? {
    name.split { $0 == "/" || $0 == "." }.last
  }

  /// Finds a route by its name.
  ///
  /// - Throws: `RouteError.unknownName` with similar names.
  func index(named name: String) throws(RouteError) -> Int {
    guard let index = names[name] else {
      let known = names.keys.sorted()
      let near = NearNames.of(name, among: known)
      let end = Self.end(of: name)
      throw .unknownName(
        Wording.excerpt(name),
        near: near.isEmpty ? Array(known.filter { Self.end(of: $0) == end }.prefix(3)) : near)
    }
    return index
  }

  private static func sorted(_ declared: [InterceptorDeclaration]) -> [InterceptorDeclaration] {
    guard declared.count > 1 else { return declared }
    return declared.enumerated().sorted { first, second in
      let (one, other) = (first.element, second.element)
      if one.priority != other.priority { return one.priority > other.priority }
      return one.owner == other.owner ? first.offset < second.offset : one.owner < other.owner
    }.map(\.element)
  }

  /// The number of a declared interceptor.
  func number(of declaration: InterceptorDeclaration) -> Int? {
    interceptors.first {
      $0.name == declaration.name && $0.declaration?.declaredAt == declaration.declaredAt
    }?.number
  }

  /// The numbers of an owner's interceptors.
  func numbers(of owner: ModuleName) -> [Int] {
    interceptors.filter { $0.declaration?.owner == owner }.map(\.number)
  }

  /// The positions of an owner's routes, in the order given.
  func positions(of owner: ModuleName) -> some Sequence<Int> {
    sequence(state: owners[owner]) { [nextPositions] position in
      return exchange(&position, with: position.flatMap { nextPositions[$0] })
    }
  }

  func index(of declaration: RouteDeclaration) -> Int? {
    names[declaration.name].flatMap { holds(declaration, at: $0) ? $0 : nil }
  }

  /// Whether a route is the one at a position.
  func holds(_ declaration: RouteDeclaration, at position: Int) -> Bool {
    let own = entries[position].declaration
    return own.name == declaration.name && own.declaredAt == declaration.declaredAt
  }

  private static func chains(of entries: [Entry]) -> (first: [ModuleName: Int], next: [Int?]) {
    var first: [ModuleName: Int] = [:]
    first.reserveCapacity(entries.count)
    var next: [Int?] = Array(repeating: nil, count: entries.count)
    // Routes of one owner nearly always follow each other.
    var end = entries.count
    while end > 0 {
      let owner = entries[end - 1].declaration.owner
      var start = end - 1
      while start > 0, entries[start - 1].declaration.owner == owner { start -= 1 }
      for position in start..<end - 1 { next[position] = position + 1 }
      next[end - 1] = first.updateValue(start, forKey: owner)
      end = start
    }
    return (first, next)
  }

  private static func unfitCaptures(
    of declaration: RouteDeclaration, _ pattern: PathPattern
  ) -> [Fault] {
    pattern.segments.compactMap { segment in
      let (name, isRest) =
        switch segment {
        case .literal: ("", false)
        case .capture(let name, _): (name, false)
        case .rest(let name): (name, true)
        }
      guard let parameter = declaration.parameters.first(where: { $0.label == name }) else {
        return nil
      }
      let isFit = isRest ? parameter.arity == .many : parameter.isRequired
      return isFit
        ? nil
        : .unfitCapture(
          name, type: parameter.type, route: declaration.name,
          declaredAt: declaration.declaredAt)
    }
  }
}

extension RouteTable {
  /// The number of routes of the right shape that are compared letter by letter.
  private static let mostCompared = 1000

  /// Returns the paths of routes that were probably meant, nearest first; at most three.
  ///
  /// - Parameter path: A path that no route answers.
  /// - Returns: Paths with as many segments, whose literals differ in at most a third of their
  ///   letters; a capture that does not accept its segment appears as `:name`, with its kind after
  ///   the path.
  func near(_ path: RoutePath) -> [String] {
    let segments = path.segments
    guard path.normalized.utf8.count <= 200 else { return [] }
    let alike = entries.lazy.map(\.pattern.segments).filter { pattern in
      pattern.count == segments.count
        && zip(pattern, segments).allSatisfy { Self.isAlike($0, $1.utf8.count) }
    }
    var found: [(distance: Int, text: String)] = []
    for pattern in alike.prefix(Self.mostCompared) {
      if let distance = Self.distance(pattern, segments) {
        found.append((distance, Self.text(pattern, segments)))
      }
    }
    found.sort { ($0.distance, $0.text) < ($1.distance, $1.text) }
    return found.prefix(3).map(\.text)
  }

  private static func isAlike(_ segment: PathPattern.Segment, _ count: Int) -> Bool {
    guard case .literal(let text) = segment else { return true }
    return abs(text.utf8.count - count) <= max(1, count / 3)
  }

  private static func distance(_ pattern: [PathPattern.Segment], _ segments: [String]) -> Int? {
    // A nearly right literal is nearer than a capture of another kind.
    var sum = zip(pattern, segments).count { part, segment in
      if case .capture(_, let kind) = part { !kind.accepts(segment) } else { false }
    }
    sum *= 3
    for case (.literal(let text), let segment) in zip(pattern, segments) {
      let distance = NearNames.distance(
        Array(segment.lowercased().utf8), Array(text.lowercased().utf8))
      guard distance <= max(1, segment.utf8.count / 3) else { return nil }
      sum += distance
    }
    return sum
  }

  private static func text(_ pattern: [PathPattern.Segment], _ segments: [String]) -> String {
    var path = ""
    var kinds: [String] = []
    for (part, segment) in zip(pattern, segments) {
      switch part {
      case .literal: path += "/\(part)"
      case .capture(let name, let kind) where !kind.accepts(segment):
        path += "/\(part)"
        kinds.append("\(name): \(kind)")
      case .capture, .rest: path += "/" + PercentCoding.encode(segment)
      }
    }
    return kinds.isEmpty ? path : "\(path) (\(kinds.joined(separator: ", ")))"
  }
}

extension RouteTable {
  /// Finds the entries of a redirect map that lead to a path without a route.
  ///
  /// Use it to check a fetched map before you put it in force.
  ///
  /// - Parameter redirects: The map.
  /// - Returns: The faults in the order of the entries; empty when, for at least some path, a route
  ///   answers each target or the map redirects it again.
  /// - Complexity: O(n · m) for n targets with captures and m routes.
  package func check(_ redirects: RouteRedirects) -> [Fault] {
    redirects.entries.compactMap { entry in
      guard let target = entry.to, !isAnswered(target.path, redirects) else { return nil }
      return .unansweredRedirect(keyPath: entry.keyPath, to: Wording.excerpt("\(target)"))
    }
  }

  private func isAnswered(_ target: PathPattern, _ redirects: RouteRedirects) -> Bool {
    // Any texts will do: the captures of a map accept all.
    let texts = Dictionary(uniqueKeysWithValues: target.captureNames.map { ($0, $0) })
    guard let path = try? target.path(filling: texts, rest: ["rest"]) else { return false }
    if trie.match(path) != nil || redirects.mayMatch(path) { return true }
    return !texts.isEmpty && entries.contains { target.meets($0.pattern) }
  }
}
