// SPDX-License-Identifier: Apache-2.0

/// The entries of a redirect map, with edges to the entries that may follow each.
struct RedirectGraph {
  private var successors: [[Int]]
  private var predecessors: [[Int]]
  /// The number of remaining successors of each entry.
  private var degrees: [Int] = []
  /// The entries that may be on a circle, or lead to one.
  private var left: Set<Int>

  /// Creates a graph.
  ///
  /// - Parameters:
  ///   - successors: For each entry, the entries that may follow it.
  ///   - growths: For each entry, the most segments that it adds to a path; below zero, it shortens
  ///     every path.
  init(_ successors: [[Int]], growths: [Int]) {
    self.successors = successors
    left = Set(successors.indices)
    predecessors = Self.reversed(successors)
    for group in components() where group.allSatisfy({ growths[$0] <= 0 }) {
      // An endless circle never has an entry that shortens paths, because a path is finite.
      for entry in group where growths[entry] < 0 { self.successors[entry] = [] }
    }
    predecessors = Self.reversed(self.successors)
    degrees = self.successors.map(\.count)
  }

  /// Finds circles that share no entry. Every other circle passes through one of their entries.
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

  /// Removes entries, and then all entries that lead to none of the remaining ones.
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

  /// Walks until it meets an entry again; each remaining entry leads to another.
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

  private static func reversed(_ successors: [[Int]]) -> [[Int]] {
    var predecessors = successors.map { _ in [Int]() }
    for (entry, followers) in successors.enumerated() {
      for next in followers { predecessors[next].append(entry) }
    }
    return predecessors
  }

  /// The groups of entries that lead to one another (Kosaraju's algorithm).
  private func components() -> [[Int]] {
    var seen = Set<Int>()
    var order: [Int] = []
    for start in successors.indices { order += Self.walk(successors, from: start, &seen) }
    seen = []
    return order.reversed().map { Self.walk(predecessors, from: $0, &seen) }
      .filter { !$0.isEmpty }
  }

  /// The entries newly reached from an entry, each after all entries that it leads to.
  private static func walk(_ edges: [[Int]], from start: Int, _ seen: inout Set<Int>) -> [Int] {
    guard seen.insert(start).inserted else { return [] }
    var done: [Int] = []
    var open = [(entry: start, next: 0)]
    while let (entry, next) = open.last {
      guard next < edges[entry].count else {
        done.append(entry)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let follower = edges[entry][next]
      if seen.insert(follower).inserted { open.append((follower, 0)) }
    }
    return done
  }
}
