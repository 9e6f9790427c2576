// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ResolvedGraph {
  /// Cycles that share no edge, so that each is a problem of its own, the shortest first; arcs in
  /// the order of waiting.
  ///
  /// Every cycle of the graph shares an edge with one of these.
  func cycles() -> [[Int]] {
    var removed = Array(repeating: false, count: arcs.count)
    var found: [[Int]] = []
    while let start = nodeOnCycle(removed) {
      let before = found.count
      // All that go through one node: to look for the next node costs a walk over the graph.
      while true {
        let cycle = shortestCycle(through: start, removed)
        guard !cycle.isEmpty else { break }
        for arc in cycle { removed[arc] = true }
        found.append(cycle)
      }
      guard found.count > before else { break }
    }
    return found.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }
    .map(\.element)
  }

  /// A node on a cycle of the remaining arcs; nil when there is none.
  private func nodeOnCycle(_ removed: [Bool]) -> Int? {
    var waitsFor = nodes.indices.map { node in incoming[node].count { !removed[$0] } }
    var free = nodes.indices.filter { waitsFor[$0] == 0 }
    while let node = free.popLast() {
      for arc in outgoing[node] where !removed[arc] {
        waitsFor[arcs[arc].later] -= 1
        if waitsFor[arcs[arc].later] == 0 { free.append(arcs[arc].later) }
      }
    }
    // A node that still waits has a predecessor that waits too: walking back has to meet itself.
    guard var node = nodes.indices.first(where: { waitsFor[$0] > 0 }) else { return nil }
    var seen = Array(repeating: false, count: nodes.count)
    while !seen[node] {
      seen[node] = true
      let back = incoming[node].first { !removed[$0] && waitsFor[arcs[$0].first] > 0 }
      guard let back else { return nil }
      node = arcs[back].first
    }
    return node
  }

  /// The shortest way from a node along its predecessors back to itself, by breadth-first search.
  private func shortestCycle(through start: Int, _ removed: [Bool]) -> [Int] {
    var reachedBy: [Int: Int] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      for arc in incoming[node] where !removed[arc] {
        let next = arcs[arc].first
        guard reachedBy[next] == nil else { continue }
        reachedBy[next] = arc
        if next == start { return path(from: start, reachedBy) }
        queue.append(next)
      }
    }
    return []
  }

  private func path(from start: Int, _ reachedBy: [Int: Int]) -> [Int] {
    var path: [Int] = []
    var node = start
    repeat {
      guard let arc = reachedBy[node] else { break }
      path.append(arc)
      node = arcs[arc].later
    } while node != start
    return path.reversed()
  }
}
