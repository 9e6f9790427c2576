// SPDX-License-Identifier: Apache-2.0

import LaunchFixture
import Testing

@testable import GantryReports

@Suite struct GraphLayoutTests {
  typealias Edge = GraphLayout.Edge

  private func layout(_ count: Int, _ pairs: [(Int, Int)]) -> GraphLayout {
    let edges = pairs.map { Edge(from: $0.0, to: $0.1) }
    let floors = Array(repeating: 0, count: count)
    return GraphLayout(columns: GraphLayout.columns(floors, edges: edges), edges: edges)
  }

  @Test func `a node is one column right of its last dependency`() {
    let edges = [(0, 1), (1, 3), (0, 3), (2, 3)].map { Edge(from: $0.0, to: $0.1) }
    // Node 2 has no dependencies: it is right before the node that waits for it.
    #expect(GraphLayout.columns([0, 0, 0, 0], edges: edges) == [0, 1, 1, 2])
    #expect(GraphLayout.columns([0, 2, 2, 2], edges: edges) == [0, 2, 2, 3])
  }

  @Test func `a node is not pulled past the last column of its stage`() {
    let edges = [(0, 3), (1, 2), (2, 4), (3, 4)].map { Edge(from: $0.0, to: $0.1) }
    #expect(GraphLayout.columns([0, 0, 0, 5, 5], edges: edges) == [1, 0, 1, 5, 6])
  }

  @Test func `a long edge has a bend in each column that it passes`() {
    let layout = layout(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    #expect(layout.bends.map(\.count) == [0, 0, 0, 2])
    #expect(layout.bends[3].map { layout.columns[$0] } == [1, 2])
    #expect(layout.crossings() == 0)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a tree has no crossings`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // All on one level at first, so that the order of the numbers is wrong.
    let parents = (1...6).shuffled(using: &random)
    let pairs = parents.map { (0, $0) } + (7...18).map { ((Int($0) * 5) % 6 + 1, $0) }
    let layout = layout(19, pairs.sorted { $0.1 < $1.1 })
    #expect(layout.crossings() == 0, "seed \(seed)")
  }

  @Test func `edges with too many bends are drawn straight`() {
    // 250 in a row, each connected to each: 2.5 million bends.
    let pairs = (0..<250).flatMap { from in (from + 1..<250).map { (from, $0) } }
    let layout = layout(250, pairs)
    #expect(layout.bends.count == pairs.count)
    #expect(layout.bends.allSatisfy { $0.isEmpty })
    #expect(layout.columns.count == 250)
    #expect(layout.heights.allSatisfy { $0.isFinite })
  }

  /// The pairs of edge segments between neighboring columns that change sides.
  private func crossed(_ layout: GraphLayout, _ pairs: [(Int, Int)]) -> Int {
    var pieces: [(column: Int, left: Double, right: Double)] = []
    for (ends, bends) in zip(pairs, layout.bends) {
      let stops = [ends.0] + bends + [ends.1]
      for (left, right) in zip(stops, stops.dropFirst()) {
        pieces.append((layout.columns[left], layout.heights[left], layout.heights[right]))
      }
    }
    return pieces.indices.reduce(0) { sum, first in
      sum
        + pieces[..<first].count { other in
          other.column == pieces[first].column
            && (other.left - pieces[first].left) * (other.right - pieces[first].right) < 0
        }
    }
  }

  /// Edges between random nodes, each to the one with the higher number.
  private func randomPairs(
    _ pairs: Int, among count: Int, _ random: inout SeededGenerator
  ) -> [(Int, Int)] {
    (0..<pairs).compactMap { _ in
      let (one, other) = (
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
      )
      return one == other ? nil : (min(one, other), max(one, other))
    }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `crossings are the pairs of edges that change sides`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let two = (0..<60).map { _ in
      (Int.random(in: 0..<15, using: &random), Int.random(in: 15..<30, using: &random))
    }.sorted { $0.1 < $1.1 }
    let inTwoColumns = layout(30, two)
    #expect(inTwoColumns.crossings() == crossed(inTwoColumns, two), "seed \(seed)")
    let many = randomPairs(24, among: 12, &random)
    let inManyColumns = layout(12, many)
    #expect(inManyColumns.crossings() == crossed(inManyColumns, many), "seed \(seed)")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `more sweeps never add crossings`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let edges = randomPairs(30, among: 15, &random).map { Edge(from: $0.0, to: $0.1) }
    let columns = GraphLayout.columns(Array(repeating: 0, count: 15), edges: edges)
    let crossings = (0...GraphLayout.sweeps).map {
      GraphLayout(columns: columns, edges: edges, sweeps: $0).crossings()
    }
    #expect(zip(crossings, crossings.dropFirst()).allSatisfy { $0 >= $1 }, "seed \(seed)")
  }

  @Test func `a node is centered on its dependencies`() {
    #expect(layout(3, [(0, 2), (1, 2)]).heights == [0, 32, 16])
    #expect(layout(4, [(0, 3), (1, 3), (2, 3)]).heights == [0, 32, 64, 32])
  }

  @Test func `two edges that must cross do so once`() {
    let layout = layout(4, [(0, 2), (0, 3), (1, 2), (1, 3)])
    #expect(layout.crossings() == 1)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `neighbors in a column keep their distance`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...60, using: &random)
    let pairs = randomPairs(2 * count, among: count, &random)
    let layout = layout(count, pairs)
    #expect(layout.heights.min() == 0, "seed \(seed)")
    let columns = Dictionary(grouping: layout.columns.indices) { layout.columns[$0] }
    for places in columns.values {
      let sorted = places.sorted { layout.heights[$0] < layout.heights[$1] }
      for (first, second) in zip(sorted, sorted.dropFirst()) {
        let gap = layout.heights[second] - layout.heights[first]
        let areNodes = first < count && second < count
        #expect(gap >= (areNodes ? 32 : 16) - 1e-6, "seed \(seed)")
      }
    }
    for (pair, bends) in zip(pairs, layout.bends) {
      let stops = ([pair.0] + bends + [pair.1]).map { layout.columns[$0] }
      #expect(stops == Array((stops.first ?? 0)...(stops.last ?? 0)), "seed \(seed)")
    }
  }

  @Test func `a chain is drawn as a straight line`() {
    let layout = layout(6, (0..<5).map { ($0, $0 + 1) })
    #expect(Set(layout.heights) == [0])
  }
}
