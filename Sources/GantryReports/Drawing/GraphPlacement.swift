// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

/// A layout in pixels: boxes in columns as wide as their longest name, and the curves between them.
package struct GraphPlacement {
  /// How wide a letter of a name is, about.
  package static let letter = 6.6
  /// The height of a box.
  package static let box = 22.0
  /// The room around everything.
  package static let margin = 16.0

  /// Where everything is, in columns.
  package let layout: GraphLayout
  /// The left side and the width of each column.
  package let columns: [(x: Double, width: Double)]
  /// Where the first boxes begin: above is room for a legend.
  package let head: Double
  /// The room between columns.
  package let gap: Double

  /// Places a layout.
  ///
  /// - Parameters:
  ///   - layout: The layout.
  ///   - letters: How many letters each node shows.
  ///   - head: Where the first boxes begin.
  ///   - gap: The room between columns.
  package init(_ layout: GraphLayout, letters: [Int], head: Double, gap: Double) {
    self.layout = layout
    self.head = head
    self.gap = gap
    var widths = Array(repeating: 40.0, count: (layout.columns.max() ?? 0) + 1)
    for (count, column) in zip(letters, layout.columns) {
      widths[column] = max(widths[column], Double(count) * Self.letter + 20)
    }
    var x = Self.margin
    columns = widths.map { width in
      defer { x += width + gap }
      return (x, width)
    }
  }

  /// How wide all is together.
  package var width: Double { (columns.last.map { $0.x + $0.width } ?? 0) + Self.margin }

  /// How high all is together.
  package var height: Double { head + layout.height + Self.margin }

  /// The left side and the width of a node's column.
  package func column(of node: Int) -> (x: Double, width: Double) { columns[layout.columns[node]] }

  /// The upper side of a node.
  package func top(of node: Int) -> Double { head + layout.heights[node] }

  /// A curve from box to box that runs level through the columns between them.
  ///
  /// - Parameters:
  ///   - edge: The position of an edge of the layout.
  ///   - span: Its ends.
  /// - Returns: Data of a path of SVG, from left to right.
  package func path(of edge: Int, _ span: GraphLayout.Edge) -> String {
    path(from: span.from, to: span.to, through: layout.bends[edge])
  }

  /// A curve from box to box through bends of the layout; without any, straight across.
  package func path(from start: Int, to end: Int, through bends: [Int] = []) -> String {
    var path = ""
    var last = start
    for stop in bends + [end] {
      let left = column(of: last)
      let (fromX, toX) = (left.x + left.width, column(of: stop).x)
      let (fromY, toY) = (middle(of: last), middle(of: stop))
      let bow = Self.pixels((fromX + toX) / 2)
      let (first, second) = (Self.pixels(fromY), Self.pixels(toY))
      path += path.isEmpty ? "M\(Self.pixels(fromX)) \(first)" : "H\(Self.pixels(fromX))"
      path += "C\(bow) \(first) \(bow) \(second) \(Self.pixels(toX)) \(second)"
      last = stop
    }
    return path
  }

  /// A length as an attribute has it.
  package static func pixels(_ value: Double) -> String { value.text(decimals: 1) }

  private func middle(of node: Int) -> Double { top(of: node) + Self.box / 2 }
}
