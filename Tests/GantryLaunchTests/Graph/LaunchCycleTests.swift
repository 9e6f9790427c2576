// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import TestRounds
import Testing

/// Cycles in graphs that also have nodes outside any cycle.
@Suite struct LaunchCycleTests {
  private struct Edge: Hashable {
    let waiting: String
    let waitsFor: String
  }

  /// Nodes from words such as `b ← a`, in which `b` waits for `a`.
  private static func graph(_ words: [String]) -> LaunchGraph {
    LaunchGraph(
      nodes: words.map { word in
        let names = word.split(separator: " ").map(String.init)
        return LaunchNode(names[0], edges: names.dropFirst(2).map { LaunchEdge(.after, $0) })
      })
  }

  /// The nodes on each cycle, in the order in which they wait.
  private static func cycles(_ graph: LaunchGraph) -> [[String]] {
    graph.check().filter { $0.kind == "cycle" }.map { $0.modules.map(\.rawValue) }
  }

  @Test(
    arguments: [
      (["a", "b ← a", "c ← b"], []),
      (["a", "b ← a", "x ← y", "y ← x"], [["x", "y"]]),
      (["a ← x", "b ← a", "x ← y", "y ← x"], [["x", "y"]]),
      (["a", "x ← a y", "y ← x", "z ← y"], [["x", "y"]]),
      (["a ← b", "b ← a c", "c ← d", "d ← c"], [["a", "b"], ["c", "d"]]),
      (["a ← b", "b ← c", "c ← a", "d ← c a", "e ← d"], [["a", "b", "c"]]),
    ] as [([String], [[String]])])
  func `a cycle contains only its own nodes, wherever it is`(words: [String], cycles: [[String]]) {
    #expect(Self.cycles(Self.graph(words)) == cycles)
  }

  @Test func `cycles of random graphs are closed, share no edge, and leave no other cycle`() {
    var (sound, cyclic) = (0, 0)
    for seed in UInt64(0)..<600 {
      var random = SeededGenerator(seed: seed)
      let names = (0..<Int.random(in: 2...9, using: &random)).map { "n\($0)" }
      let percent = Int.random(in: 4...30, using: &random)
      var edges: Set<Edge> = []
      for waiting in names {
        for other in names where other != waiting && random.chance(percent) {
          edges.insert(Edge(waiting: waiting, waitsFor: other))
        }
      }
      let graph = LaunchGraph(
        nodes: names.map { name in
          LaunchNode(
            name,
            edges: names.filter { edges.contains(Edge(waiting: name, waitsFor: $0)) }
              .map { LaunchEdge(.after, $0) })
        })
      let cycles = Self.cycles(graph)
      let wasSound = Self.isSound(names, edges)
      #expect(cycles.isEmpty == wasSound, "seed \(seed)")
      for cycle in cycles {
        for (waiting, other) in zip(cycle, cycle.dropFirst() + cycle.prefix(1)) {
          let removed = edges.remove(Edge(waiting: waiting, waitsFor: other))
          #expect(removed != nil, "seed \(seed): \(waiting) ← \(other)")
        }
      }
      #expect(Self.isSound(names, edges), "seed \(seed)")
      if wasSound { sound += 1 } else { cyclic += 1 }
    }
    #expect(sound > 100 && cyclic > 100)
  }

  /// Whether all nodes can run, each after those that it waits for.
  private static func isSound(_ names: [String], _ edges: Set<Edge>) -> Bool {
    var left = Set(names)
    while true {
      let free = left.filter { name in
        !edges.contains { $0.waiting == name && left.contains($0.waitsFor) }
      }
      guard !free.isEmpty else { return left.isEmpty }
      left.subtract(free)
    }
  }
}
