// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryReports

@Suite struct GraphPlacementTests {
  /// A chain of two long edges beside a chain of four nodes.
  private static let placement: GraphPlacement = {
    let edges = [(0, 1), (1, 2), (2, 3), (0, 3)].map { GraphLayout.Edge(from: $0.0, to: $0.1) }
    let layout = GraphLayout(
      columns: GraphLayout.columns([0, 0, 0, 0], edges: edges), edges: edges)
    return GraphPlacement(layout, letters: [1, 30, 10, 5], head: 50, gap: 40)
  }()

  @Test func `a column is as wide as its longest name, with a minimum width`() {
    // A letter is 6.6 wide, with 20 of margin around the name.
    let widths = Self.placement.columns.map { $0.width.rounded() }
    #expect(widths == [40, 218, 86, 53] as [Double])
  }

  @Test func `columns are side by side with a gap`() {
    let columns = Self.placement.columns
    for (left, right) in zip(columns, columns.dropFirst()) {
      let gap: Double = right.x - left.x - left.width
      #expect(abs(gap - 40) < 1e-9)
    }
    #expect(columns.first?.x == GraphPlacement.margin)
    let right: Double = columns.last.map { $0.x + $0.width } ?? 0
    #expect(Self.placement.width == right + GraphPlacement.margin)
  }

  @Test func `nodes stay below the heading and within the height`() {
    for node in 0..<4 {
      let top = Self.placement.top(of: node)
      let bottom: Double = top + GraphPlacement.box
      #expect(top >= 50 && bottom <= Self.placement.height)
    }
  }

  @Test func `an edge runs from the right of one box to the left of another`() {
    let path = Self.placement.path(of: 0, GraphLayout.Edge(from: 0, to: 1))
    let (left, right) = (Self.placement.column(of: 0), Self.placement.column(of: 1))
    let start = pixels(left.x + left.width)
    let end = pixels(right.x)
    #expect(path.hasPrefix("M\(start) ") && path.contains(" \(end) "))
    #expect(path.count { $0 == "C" } == 1 && !path.contains("H"))
  }

  @Test func `a long edge runs level through the columns that it passes`() {
    let path = Self.placement.path(of: 3, GraphLayout.Edge(from: 0, to: 3))
    #expect(path.count { $0 == "C" } == 3 && path.count { $0 == "H" } == 2)
    let straight = Self.placement.path(from: 0, to: 3)
    #expect(straight.count { $0 == "C" } == 1)
  }
}
