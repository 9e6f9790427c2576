// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// Positions for the nodes of a directed acyclic graph. Every edge goes to a column further right,
/// and the order in each column keeps crossings few.
///
/// The method is by K. Sugiyama, S. Tagawa and M. Toda, Methods for Visual Understanding of
/// Hierarchical System Structures, 1981. Columns follow the longest path, an edge has a bend in
/// each column that it crosses, and neighbors' mean place orders a column.
package struct GraphLayout {
  /// An edge by the positions of its ends.
  package struct Edge {
    package let from: Int
    package let to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The distance between two neighbors in a column: between two nodes, or if one of them is a
  /// bend.
  private static let nodeGap = 32.0
  private static let bendGap = 16.0
  package static let sweeps = 16
  /// The limits on bends, and on edges and bends that all sweeps visit. A picture with more is a
  /// gray area anyway, and must not take minutes.
  private static let bendLimit = 20_000
  private static let workLimit = 1_000_000

  /// The column of each node, then of each bend.
  package private(set) var columns: [Int]
  /// The height of each node, then of each bend, from 0 down.
  package private(set) var heights: [Double] = []
  /// The bends of each edge, from left to right.
  package private(set) var bends: [[Int]] = []

  private let count: Int
  private let sweeps: Int
  /// For each node and bend, its neighbors in the column before and after.
  private var before: [[Int]]
  private var after: [[Int]]
  /// The nodes and bends of each column, from top to bottom.
  private var order: [[Int]]

  /// Lays a graph out.
  ///
  /// If all edges together would have more than 20,000 bends, they are drawn straight from end to
  /// end.
  ///
  /// - Parameters:
  ///   - columns: The column of each node; see ``columns(_:edges:)``.
  ///   - edges: The edges, each to a column further right.
  ///   - sweeps: The largest number of times that the columns are sorted, and then placed.
  /// - Complexity: O((V + E) log V), with a bound on the number of sweeps.
  package init(columns: [Int], edges: [Edge], sweeps: Int = Self.sweeps) {
    count = columns.count
    self.columns = columns
    before = Array(repeating: [], count: count)
    after = before
    order = Array(repeating: [], count: (columns.max() ?? -1) + 1)
    let bent = edges.reduce(0) { $0 + columns[$1.to] - columns[$1.from] - 1 }
    let isBent = bent <= Self.bendLimit
    let pieces = edges.count + (isBent ? bent : 0)
    self.sweeps = min(sweeps, max(2, Self.workLimit / max(1, pieces)))
    for (node, column) in columns.enumerated() { order[column].append(node) }
    for edge in edges {
      if isBent {
        thread(edge)
      } else {
        join(edge.from, edge.to)
        bends.append([])
      }
    }
    sortColumns()
    place()
  }

  /// The height of all nodes and bends together.
  package var height: Double { (heights.max() ?? 0) + Self.nodeGap }

  /// The columns of nodes by the longest path to them.
  ///
  /// - Parameters:
  ///   - floors: The first column that each node may have.
  ///   - edges: The edges, each from a node to one that comes later in `floors`.
  package static func columns(_ floors: [Int], edges: [Edge]) -> [Int] {
    var columns = floors
    for edge in edges.sorted(by: { ($0.to, $0.from) < ($1.to, $1.from) }) {
      columns[edge.to] = max(columns[edge.to], columns[edge.from] + 1)
    }
    // A node without predecessors goes right before the first node that waits for it.
    var limits: [Int: Int] = [:]
    for (floor, column) in zip(floors, columns) { limits[floor] = max(limits[floor] ?? 0, column) }
    let waiting = Set(edges.map(\.to))
    var first: [Int: Int] = [:]
    for edge in edges where !waiting.contains(edge.from) {
      first[edge.from] = min(first[edge.from] ?? .max, columns[edge.to])
    }
    for (node, column) in first {
      columns[node] = max(columns[node], min(column - 1, limits[floors[node]] ?? 0))
    }
    return columns
  }

  /// Joins the ends of an edge through a bend in each column between them.
  private mutating func thread(_ edge: Edge) {
    var chain: [Int] = []
    var last = edge.from
    for column in columns[edge.from]..<columns[edge.to] where column > columns[edge.from] {
      let bend = columns.count
      columns.append(column)
      before.append([])
      after.append([])
      order[column].append(bend)
      join(last, bend)
      chain.append(bend)
      last = bend
    }
    join(last, edge.to)
    bends.append(chain)
  }

  private mutating func join(_ left: Int, _ right: Int) {
    after[left].append(right)
    before[right].append(left)
  }

  /// Sweeps back and forth, sorts each column by its neighbors, and keeps the best order.
  private mutating func sortColumns() {
    var best = order
    var fewest = crossings()
    for sweep in 0..<sweeps where fewest > 0 {
      let toRight = sweep.isMultiple(of: 2)
      let neighbors = toRight ? before : after
      var places = rank()
      for column in toRight ? Array(order.indices) : order.indices.reversed() {
        let means = order[column].map { node in
          let near = neighbors[node].map { places[$0] }
          return near.isEmpty
            ? Double(places[node]) : Double(near.reduce(0, +)) / Double(near.count)
        }
        let sorted = order[column].indices.sorted { (means[$0], $0) < (means[$1], $1) }
        order[column] = sorted.map { order[column][$0] }
        for (place, node) in order[column].enumerated() { places[node] = place }
      }
      let now = crossings()
      if now < fewest { (best, fewest) = (order, now) }
    }
    order = best
  }

  private func rank() -> [Int] {
    var places = Array(repeating: 0, count: columns.count)
    for column in order {
      for (place, node) in column.enumerated() { places[node] = place }
    }
    return places
  }

  /// The number of pairs of edges that cross.
  ///
  /// - Complexity: O(E log V), by the tree of W. Barth, P. Mutzel and M. Jünger, Simple and
  ///   Efficient Bilayer Cross Counting, 2004.
  package func crossings() -> Int {
    let places = rank()
    var seen = PlaceCounts(order.map(\.count).max() ?? 0)
    return order.reduce(0) { sum, column in
      // Two edges cross if their right ends are in the opposite order of their left ends.
      let all = column.reduce(sum) { sum, node in
        let ends = after[node].map { places[$0] }
        let crossed = ends.reduce(0) { $0 + seen.count(after: $1) }
        for end in ends { seen.add(1, at: end) }
        return sum + crossed
      }
      for node in column { for end in after[node] { seen.add(-1, at: places[end]) } }
      return all
    }
  }

  /// Gives each node and bend a height, as near to its neighbors as the order of its column
  /// allows.
  private mutating func place() {
    heights = Array(repeating: 0, count: columns.count)
    for column in order { set(column, to: offsets(of: column)) }
    for sweep in 0..<sweeps {
      for column in sweep.isMultiple(of: 2) ? order : order.reversed() {
        let wanted = column.map { node in
          let near = before[node] + after[node]
          guard !near.isEmpty else { return heights[node] }
          return near.map { heights[$0] }.reduce(0, +) / Double(near.count)
        }
        set(column, to: wanted)
      }
    }
    let top = heights.min() ?? 0
    for node in heights.indices { heights[node] -= top }
  }

  private func offsets(of column: [Int]) -> [Double] {
    var offset = 0.0
    return column.enumerated().map { place, node in
      if place > 0 {
        let isBend = node >= count || column[place - 1] >= count
        offset += isBend ? Self.bendGap : Self.nodeGap
      }
      return offset
    }
  }

  /// Moves a column as near to the desired positions as its gaps allow. It uses least squares, and
  /// merges neighbors that would come too near (pool adjacent violators; R. E. Barlow et al.,
  /// Statistical Inference under Order Restrictions, 1972).
  private mutating func set(_ column: [Int], to wanted: [Double]) {
    let offsets = offsets(of: column)
    var blocks: [(sum: Double, count: Int)] = []
    for (place, height) in wanted.enumerated() {
      blocks.append((height - offsets[place], 1))
      while blocks.count > 1, let last = blocks.last {
        let previous = blocks[blocks.count - 2]
        guard previous.sum / Double(previous.count) > last.sum / Double(last.count) else { break }
        blocks.removeLast()
        blocks[blocks.count - 1] = (previous.sum + last.sum, previous.count + last.count)
      }
    }
    var place = 0
    for block in blocks {
      for _ in 0..<block.count {
        heights[column[place]] = block.sum / Double(block.count) + offsets[place]
        place += 1
      }
    }
  }
}

/// The number of visits to each place of a column, as a binary indexed tree (P. M. Fenwick, A New
/// Data Structure for Cumulative Frequency Tables, 1994).
private struct PlaceCounts {
  private var tree: [Int]
  private var total = 0

  init(_ places: Int) { tree = Array(repeating: 0, count: places + 1) }

  mutating func add(_ number: Int, at place: Int) {
    total += number
    var index = place + 1
    while index < tree.count {
      tree[index] += number
      index += index & -index
    }
  }

  /// The number of visits to later places.
  func count(after place: Int) -> Int {
    var (index, before) = (place + 1, 0)
    while index > 0 {
      before += tree[index]
      index -= index & -index
    }
    return total - before
  }
}

/// A layout in pixels: boxes in columns as wide as their longest name, and the curves between them.
package struct GraphPlacement {
  /// The approximate width of a letter in a name.
  package static let letter = 6.6
  /// The height of a box.
  package static let box = 22.0
  /// The margin around the picture.
  package static let margin = 16.0

  /// The layout, in columns.
  package let layout: GraphLayout
  /// The left edge and the width of each column.
  package let columns: [(x: Double, width: Double)]
  /// The top of the first boxes; above it is room for a legend.
  package let head: Double
  /// The space between columns.
  package let gap: Double

  /// Converts a layout to pixels.
  ///
  /// - Parameters:
  ///   - layout: The layout.
  ///   - letters: The number of letters that each node shows.
  ///   - head: The top of the first boxes.
  ///   - gap: The space between columns.
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

  /// The total width.
  package var width: Double { (columns.last.map { $0.x + $0.width } ?? 0) + Self.margin }

  /// The total height.
  package var height: Double { head + layout.height + Self.margin }

  /// The left edge and the width of a node's column.
  package func column(of node: Int) -> (x: Double, width: Double) { columns[layout.columns[node]] }

  /// The top of a node.
  package func top(of node: Int) -> Double { head + layout.heights[node] }

  /// Returns a curve from box to box that runs level through the columns between them.
  ///
  /// - Parameters:
  ///   - edge: The position of an edge of the layout.
  ///   - span: Its ends.
  /// - Returns: The data of an SVG path, from left to right.
  package func path(of edge: Int, _ span: GraphLayout.Edge) -> String {
    path(from: span.from, to: span.to, through: layout.bends[edge])
  }

  /// Returns a curve from box to box through bends of the layout; without bends, it goes straight
  /// across.
  package func path(from start: Int, to end: Int, through bends: [Int] = []) -> String {
    var path = ""
    var last = start
    for stop in bends + [end] {
      let left = column(of: last)
      let (fromX, toX) = (left.x + left.width, column(of: stop).x)
      let (fromY, toY) = (middle(of: last), middle(of: stop))
      let bow = pixels((fromX + toX) / 2)
      let (first, second) = (pixels(fromY), pixels(toY))
      path += path.isEmpty ? "M\(pixels(fromX)) \(first)" : "H\(pixels(fromX))"
      path += "C\(bow) \(first) \(bow) \(second) \(pixels(toX)) \(second)"
      last = stop
    }
    return path
  }

  private func middle(of node: Int) -> Double { top(of: node) + Self.box / 2 }
}

/// The length as the value of an attribute.
package func pixels(_ value: Double) -> String { value.text(decimals: 1) }
