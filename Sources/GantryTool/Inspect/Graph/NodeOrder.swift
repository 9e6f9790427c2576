// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryReports

/// An order of names in which each comes after all it needs; what needs each other in a circle is
/// opened where the fewest edges are in the way.
struct NodeOrder {
  private(set) var names: [String] = []

  /// Orders names.
  ///
  /// - Parameters:
  ///   - sorted: The names, sorted: ties go by that.
  ///   - links: What they need.
  init(_ sorted: [String], _ links: [Link]) {
    let positions = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    var needs = sorted.map { _ in Set<Int>() }
    var neededBy = needs
    for link in links {
      guard let waiting = positions[link.waiting], let needed = positions[link.needed] else {
        continue
      }
      needs[waiting].insert(needed)
      neededBy[needed].insert(waiting)
    }
    var open = Set(sorted.indices)
    var free = open.filter { needs[$0].isEmpty }.sorted()
    while !open.isEmpty {
      let node: Int
      if !free.isEmpty {
        node = free.removeFirst()
      } else {
        // Everybody waits: the one for whom the fewest are in the way, and who helps the most.
        let next = open.min {
          (needs[$0].count, -neededBy[$0].count, $0) < (needs[$1].count, -neededBy[$1].count, $1)
        }
        guard let next else { return }
        node = next
      }
      open.remove(node)
      names.append(sorted[node])
      for other in neededBy[node].sorted() where open.contains(other) {
        needs[other].remove(node)
        if needs[other].isEmpty { free.append(other) }
      }
    }
  }
}
