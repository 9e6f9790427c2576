// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryText

/// All routes, frozen when the table is made, and found by path, by name and by type.
///
/// A table can be made of declarations with faults; then ``check()`` lists the faults, and the
/// routes without one are found.
public final class RouteTable: Sendable {
  /// A route that can be found; a class, so that a call keeps one reference instead of its parts.
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
  private let trie: RouteTrie<Int>
  private let names: [String: Int]
  private let types: [ObjectIdentifier: Int]
  /// The first place of each owner's routes, and by place the next one of the same owner.
  private let owners: [String: Int]
  private let nextPlaces: [Int?]
  private let faults: [RouteFault]

  /// Builds the table.
  ///
  /// - Parameter declarations: All routes; their order decides only which of two that clash is
  ///   found.
  public init(_ declarations: [RouteDeclaration]) {
    var entries: [Entry] = []
    var faults: [RouteFault] = []
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
    trie = RouteTrie(
      entries.enumerated().map { index, entry in
        .init(entry.pattern, index, declaredAt: entry.declaration.declaredAt)
      })
    var names: [String: Int] = [:]
    names.reserveCapacity(entries.count)
    var types: [ObjectIdentifier: Int] = [:]
    (owners, nextPlaces) = Self.chains(of: entries)
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
    self.faults = faults + trie.faults
  }

  /// The same table with more routes behind its own, which keep their places.
  package func adding(_ declarations: [RouteDeclaration]) -> RouteTable {
    declarations.isEmpty ? self : RouteTable(entries.map(\.declaration) + declarations)
  }

  /// Everything that is wrong with the declarations; empty when all is well.
  ///
  /// - Returns: Malformed patterns and captures in the order declared, then doubled names, then
  ///   pairs of patterns that clash.
  public func check() -> [RouteFault] { faults }

  /// All routes by name.
  public var routes: [RouteInfo] {
    entries.map { RouteInfo($0.declaration) }.sorted { $0.name < $1.name }
  }

  func match(_ path: RoutePath) -> RouteTrie<Int>.Match? { trie.match(path) }

  func index(of route: any TypedRoute.Type) -> Int? { types[ObjectIdentifier(route)] }

  /// Finds a route by its name.
  ///
  /// - Throws: `RouteError.unknownName` with names that are near.
  func index(named name: String) throws(RouteError) -> Int {
    guard let index = names[name] else {
      throw .unknownName(
        RouteError.excerpt(name), near: NearNames.of(name, among: names.keys.sorted()))
    }
    return index
  }

  /// The places of an owner's routes, in the order given.
  func places(of owner: String) -> some Sequence<Int> {
    sequence(state: owners[owner]) { [nextPlaces] place in
      defer { place = place.flatMap { nextPlaces[$0] } }
      return place
    }
  }

  func index(of declaration: RouteDeclaration) -> Int? {
    guard let index = names[declaration.name],
      entries[index].declaration.declaredAt == declaration.declaredAt
    else { return nil }
    return index
  }

  private static func chains(of entries: [Entry]) -> (first: [String: Int], next: [Int?]) {
    var first: [String: Int] = [:]
    var next: [Int?] = Array(repeating: nil, count: entries.count)
    for (place, entry) in entries.enumerated().reversed() {
      next[place] = first.updateValue(place, forKey: entry.declaration.owner)
    }
    return (first, next)
  }

  private static func unfitCaptures(
    of declaration: RouteDeclaration, _ pattern: PathPattern
  ) -> [RouteFault] {
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
