// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Which entry of a map may be met after which.
struct RedirectGraph {
  private let successors: [[Int]]
  private let predecessors: [[Int]]
  /// How many successors of each are left.
  private var degrees: [Int]
  /// The entries that may be on a circle or lead to one.
  private var left: Set<Int>

  init(_ successors: [[Int]]) {
    self.successors = successors
    var predecessors = successors.map { _ in [Int]() }
    for (entry, followers) in successors.enumerated() {
      for next in followers { predecessors[next].append(entry) }
    }
    self.predecessors = predecessors
    degrees = successors.map(\.count)
    left = Set(successors.indices)
  }

  /// Finds circles that share no entry; without them none is left but through their entries.
  ///
  /// - Complexity: O(n) in entries and successors, and O(n) in entries for each circle.
  mutating func takeCycles() -> [[Int]] {
    remove(successors.indices.filter { successors[$0].isEmpty })
    var cycles: [[Int]] = []
    while let start = left.min() {
      cycles.append(cycle(from: start))
      remove(cycles[cycles.count - 1])
    }
    return cycles
  }

  /// Removes entries, and all that then leads to nothing that is left.
  private mutating func remove(_ entries: [Int]) {
    left.subtract(entries)
    var ends = entries
    while let end = ends.popLast() {
      for entry in predecessors[end] {
        degrees[entry] -= 1
        if degrees[entry] == 0, left.remove(entry) != nil { ends.append(entry) }
      }
    }
  }

  /// Walks until an entry is met again; each one left leads to another.
  private func cycle(from start: Int) -> [Int] {
    var walk = [start]
    var places = [start: 0]
    while let last = walk.last, let next = successors[last].first(where: left.contains) {
      if let place = places[next] {
        let cycle = walk[place...]
        let smallest = cycle.firstIndex(of: cycle.min() ?? next) ?? place
        return Array(cycle[smallest...] + cycle[..<smallest])
      }
      places[next] = walk.count
      walk.append(next)
    }
    return walk
  }
}
