// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Names that a mistyped one may have meant.
enum NearNames {
  /// Finds the names that differ from `name` in at most a third of its letters.
  ///
  /// - Returns: At most three names, the nearest first, equals by name.
  static func of(_ name: String, among candidates: some Sequence<String>) -> [String] {
    let wanted = Array(name.lowercased())
    let limit = max(1, wanted.count / 3)
    return Set(candidates)
      .map { (name: $0, distance: distance(wanted, Array($0.lowercased()))) }
      .filter { $0.distance <= limit && $0.name != name }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3)
      .map(\.name)
  }

  /// The Levenshtein distance, with one row of memory.
  private static func distance(_ lhs: [Character], _ rhs: [Character]) -> Int {
    var row = Array(0...rhs.count)
    for (i, left) in lhs.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in rhs.enumerated() {
        let substituted = diagonal + (left == right ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
      }
    }
    return row[rhs.count]
  }
}

extension ServiceType {
  /// Types with names like this one's: first the same type with other qualifiers, then those with
  /// the very same short name, which are shown qualified.
  func near(among types: some Sequence<ServiceType>) -> [String] {
    let others = types.filter { $0 != self }
    let siblings = others.filter { $0.id == id }.map(\.name).sorted()
    let twins = others.filter { $0.name == name }.map(\.qualifiedName).sorted()
    let similar = NearNames.of(name, among: others.lazy.filter { $0.name != name }.map(\.name))
    return Array((siblings + twins + similar.filter { !siblings.contains($0) }).prefix(3))
  }
}
