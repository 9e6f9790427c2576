// SPDX-License-Identifier: Apache-2.0

internal import Gantry
internal import GantryLaunch
internal import GantryReports

/// Draws modules from left to right, beginning with those that have no dependencies.
///
/// The color of a line shows the kind of link, and a marker at the dependency's end repeats it. A
/// broken line is a weaker link. So the picture can be read without colors, too.
struct ModulePicture {
  private static let longest = 28

  let graph: ModuleGraph
  let showsImplied: Bool
  private let placement: GraphPlacement
  /// The position in the layout of each edge that the layout contains.
  private var bends: [Int: Int] = [:]

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - graph: The modules.
  ///   - showsImplied: Whether to draw edges that others imply.
  init(_ graph: ModuleGraph, showsImplied: Bool) {
    self.graph = graph
    self.showsImplied = showsImplied
    // Thin lines take no space, because they run behind the boxes. So do lazy links within one
    // layer.
    let edges = graph.edges.enumerated().filter { _, edge in
      !edge.isLeftOut && graph.layers[edge.needed] != graph.layers[edge.waiting]
    }
    for (place, edge) in edges.enumerated() { bends[edge.offset] = place }
    let layout = GraphLayout(columns: graph.layers, edges: edges.map(\.element.span))
    placement = GraphPlacement(
      layout, letters: graph.nodes.map { min(Self.longest, $0.label.count) },
      // Tall columns are further apart, so that no edge between them is nearly vertical.
      head: graph.nodes.isEmpty ? 64 : 96, gap: min(160, max(56, layout.height / 9)))
  }

  /// The picture as a complete document.
  var svg: String {
    let size = (pixels(width), pixels(height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="modules" width="\(size.0)" \
      height="\(size.1)" viewBox="0 0 \(size.0) \(size.1)">
      <title>\(title)</title>
      <style>
      \(Self.style)
      \(focus)
      </style>
      <defs>
      \(Self.marks)
      </defs>
      <rect class="paper" width="100%" height="100%"/>
      \(([legend] + bands + lines + boxes + looseBoxes).joined(separator: "\n"))
      </svg>

      """
  }

  private var width: Double { max(placement.width, legendWidth, 480) }

  /// The style rules that show only a module's own edges when you point at it.
  private var focus: String {
    graph.nodes.indices.map { position in
      ".modules:has(.n\(position):hover) .edge:not(.e\(position)) { opacity: .07; }"
    }.joined(separator: "\n")
  }

  private var bottom: Double { graph.nodes.isEmpty ? placement.head - 16 : placement.height }

  private var height: Double {
    bottom + (looseRows.isEmpty ? 0 : 40 + 32 * Double(looseRows.count))
  }

  private var title: String {
    (graph.nodes + graph.loose).reduce(0) { $0 + max(1, $1.members.count) }.counted("module")
  }
}

// MARK: - Layers

extension ModulePicture {
  private var bands: [String] {
    guard !graph.nodes.isEmpty else { return [] }
    return placement.columns.enumerated().map { layer, column in
      let (x, width) = (pixels(column.x - 12), pixels(column.width + 24))
      let (y, height) = (placement.head - 34, bottom - placement.head + 34)
      return """
        <rect class="band" x="\(x)" y="\(pixels(y))" width="\(width)" height="\(pixels(height))" \
        rx="6"/><text class="soft" x="\(pixels(column.x + column.width / 2))" \
        y="\(pixels(y + 17))" text-anchor="middle">\(layer + 1)</text>
        """
    }
  }
}

// MARK: - Modules

extension ModulePicture {
  private var boxes: [String] {
    graph.nodes.indices.map { position in
      let column = placement.column(of: position)
      return box(
        graph.nodes[position], id: position, x: column.x, y: placement.top(of: position),
        width: column.width)
    }
  }

  private func box(
    _ node: ModuleGraph.Node, id: Int? = nil, x: Double, y: Double, width: Double
  ) -> String {
    let isFunction = node.entry?.kind == .function
    let classes = [
      "node", node.isMissing ? "missing" : "", node.members.isEmpty ? "" : "group",
      isFunction ? "function" : "", node.manner?.style ?? "",
      node.entry?.isEssential == true ? "essential" : "", id.map { "n\($0)" } ?? "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
    return """
      <g class="\(classes)"><title>\(node.details.escaped)</title><rect x="\(pixels(x))" \
      y="\(pixels(y))" width="\(pixels(width))" height="\(pixels(GraphPlacement.box))" \
      rx="\(isFunction ? 11 : 3)"/><text x="\(pixels(x + width / 2))" y="\(pixels(y + 15))" \
      text-anchor="middle">\(node.label.shortened(to: Self.longest).escaped)</text></g>
      """
  }

  /// The modules without edges, in rows as wide as the picture.
  private var looseRows: [[(node: ModuleGraph.Node, x: Double, width: Double)]] {
    var rows: [[(node: ModuleGraph.Node, x: Double, width: Double)]] = []
    var x = Double.infinity
    for node in graph.loose {
      let letters = Double(min(Self.longest, node.label.count))
      let own = max(40, letters * GraphPlacement.letter + 20)
      if x + own > width - GraphPlacement.margin {
        rows.append([])
        x = GraphPlacement.margin
      }
      rows[rows.count - 1].append((node, x, own))
      x += own + 12
    }
    return rows
  }

  private var looseBoxes: [String] {
    guard !graph.loose.isEmpty else { return [] }
    let heading = """
      <text class="soft" x="\(pixels(GraphPlacement.margin))" y="\(pixels(bottom + 22))">\
      without edges</text>
      """
    return [heading]
      + looseRows.enumerated().flatMap { row, items in
        items.map { box($0.node, x: $0.x, y: bottom + 34 + 32 * Double(row), width: $0.width) }
      }
  }
}

// MARK: - Edges

extension ModulePicture {
  private var lines: [String] {
    let shown = graph.edges.indices.filter { showsImplied || !graph.edges[$0].isLeftOut }
    // Thin lines are drawn first and lie below; red lines are drawn last.
    return shown.filter { graph.edges[$0].isLeftOut }.map(line)
      + shown.filter { !graph.edges[$0].isLeftOut && !graph.edges[$0].isOnCycle }.map(line)
      + shown.filter { graph.edges[$0].isOnCycle }.map(line)
  }

  private func line(_ position: Int) -> String {
    let edge = graph.edges[position]
    let path =
      bends[position].map { placement.path(of: $0, edge.span) }
      ?? placement.path(from: edge.span.from, to: edge.span.to)
    // A path runs to the right, and the marker is at the dependency's end.
    let ends = edge.isBackward ? ("start", "end") : ("end", "start")
    var marks = ["marker-\(ends.0)=\"url(#\(edge.isOnCycle ? "alarm" : "arrow"))\""]
    if let mark = edge.kind.mark { marks.append("marker-\(ends.1)=\"url(#\(mark))\"") }
    return """
      <path class="\(edge.classes) e\(edge.needed) e\(edge.waiting)" d="\(path)" \(marks.joined(separator: " "))>\
      <title>\(edge.details.escaped)</title></path>
      """
  }
}

extension ModuleGraph.Edge {
  fileprivate var classes: String {
    let manner =
      switch strength {
      case .must: ""
      case .may: " may"
      case .order: " loose"
      }
    return
      "edge \(kind.rawValue)\(manner)\(isLeftOut ? " implied" : "")\(isOnCycle ? " cycle" : "")"
  }
}

extension Link.Kind {
  /// The marker at the dependency's end.
  var mark: String? {
    switch self {
    case .service: "ring"
    case .result: "diamond"
    case .requires, .wants, .order: nil
    }
  }
}

extension ModuleGraph.Manner {
  /// The class of the node's box.
  fileprivate var style: String {
    switch self {
    case .skipped: "skipped"
    case .onDemand: "later"
    }
  }

  fileprivate var details: String {
    switch self {
    case .skipped(let chain): "skipped: \(chain.joined(separator: " ← "))"
    case .onDemand: "launches on demand"
    }
  }
}

extension ModuleGraph.Node {
  /// The tooltip of the node, one line for each fact.
  var details: String {
    guard members.isEmpty else {
      return (["\(name): \(members.count.counted("module"))"] + members).firstLines
    }
    guard let entry else { return "\(name): nothing has this name" }
    let kind = entry.kind == .function ? "function" : "module"
    return
      (["\(name), a \(kind) of \(entry.target)", "declared at \(entry.declaredAt)"]
      + (manner.map { [$0.details] } ?? []) + (entry.isEssential ? ["essential"] : [])
      + entry.conditions.map { "condition: \($0)" }
      + needs.map(\.details)).joined(separator: "\n")
  }
}
