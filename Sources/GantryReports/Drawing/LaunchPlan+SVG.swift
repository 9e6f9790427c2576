// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch

extension LaunchPlan {
  /// Returns the plan as a picture: a box for each task, to the right of everything that it waits
  /// for.
  ///
  /// A line shows *ready*: tasks to its right run after it. Boxes of tasks on the main lane are
  /// filled. The picture needs no other file, and adapts to light and dark mode.
  ///
  /// - Returns: A complete SVG document.
  /// - Complexity: O((V + B) log (V + B)) for V nodes and B bends, one for each column that an
  ///   edge crosses.
  public func svg() -> String { PlanPicture(self).svg }
}

/// Draws the graph of a plan from left to right.
struct PlanPicture {
  private static let longest = 26
  private static let box = GraphPlacement.box
  private static let margin = GraphPlacement.margin

  private let drawing: PlanDrawing
  private let placement: GraphPlacement
  /// The first column after *ready*; nil if nothing runs after it or nothing before it.
  private let later: Int?

  init(_ plan: LaunchPlan) {
    drawing = PlanDrawing(plan)
    let edges = drawing.edges.map { GraphLayout.Edge(from: $0.from, to: $0.to) }
    let isBlocking = drawing.nodes.map { $0.task?.stage == .beforeReady }
    let first = GraphLayout.columns(isBlocking.map { _ in 0 }, edges: edges)
    let last = zip(first, isBlocking).filter(\.1).map(\.0).max()
    // Tasks that ready doesn't wait for go to the right of all others.
    let floors = isBlocking.map { $0 ? 0 : (last ?? -1) + 1 }
    let layout = GraphLayout(columns: GraphLayout.columns(floors, edges: edges), edges: edges)
    placement = GraphPlacement(
      layout, letters: drawing.nodes.map { min(Self.longest, $0.name.count) }, head: 58, gap: 46)
    later = last.flatMap { last in isBlocking.contains(false) ? last + 1 : nil }
  }

  private var width: Double { max(placement.width, 760) }

  private var height: Double { placement.height }

  /// The picture as a separate document.
  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" class="graph" width="\(pixels(width))" \
    height="\(pixels(height))" viewBox="0 0 \(pixels(width)) \(pixels(height))">
    <style>
    \(Self.style)
    </style>
    <rect class="paper" width="100%" height="100%"/>
    \(legend)
    \(ready)
    \(drawing.edges.indices.map(edge).joined(separator: "\n"))
    \(drawing.nodes.indices.map(node).joined(separator: "\n"))
    </svg>

    """
  }

  private var ready: String {
    guard let later, later < placement.columns.count else { return "" }
    let x = pixels(placement.columns[later].x - placement.gap / 2)
    let y = pixels(placement.head - 8)
    return """
      <line class="ready" x1="\(x)" x2="\(x)" y1="\(y)" y2="\(pixels(height))"/>
      <text class="ready" x="\(x)" y="\(y)" dx="-6" dy="4" text-anchor="end">ready</text>
      """
  }

  private var legend: String {
    var items: [(mark: String, label: String)] = drawing.stages.map { stage in
      (
        "<rect class=\"\(stage.rawValue)\" width=\"18\" height=\"11\" y=\"-10\" rx=\"2\"/>",
        stage.label
      )
    }
    let box = "width=\"18\" height=\"11\" y=\"-10\" rx=\"2\""
    items.append(("<rect class=\"beforeReady main\" \(box)/>", "filled: main lane"))
    for kind in LaunchDependency.allCases where drawing.edges.contains(where: { $0.kind == kind }) {
      let line = "<path class=\"edge \(kind.rawValue)\" d=\"M0 -4 H26\"/>"
      items.append((line, kind == .order ? "order only" : kind.rawValue))
    }
    var x = Self.margin
    let marks = items.map { item in
      defer { x += 48 + Double(item.label.count) * GraphPlacement.letter }
      return """
        <g transform="translate(\(pixels(x)) 26)">\(item.mark)\
        <text class="soft" x="32">\(item.label)</text></g>
        """
    }
    return marks.joined(separator: "\n")
  }

  private func node(_ position: Int) -> String {
    let node = drawing.nodes[position]
    let (x, width) = placement.column(of: position)
    let y = placement.top(of: position)
    let text = """
      <text x="\(pixels(x + width / 2))" y="\(pixels(y + 15))" text-anchor="middle">\
      \(node.name.shortened(to: Self.longest).escaped)</text>
      """
    guard let task = node.task else {
      let (middle, reach) = (pixels(y + Self.box / 2), pixels(x + width))
      return """
        <g class="node milestone"><title>milestone \(node.name.escaped)</title>\
        <path d="M\(pixels(x)) \(middle) L\(pixels(x + 10)) \(pixels(y)) H\(pixels(x + width - 10)) \
        L\(reach) \(middle) L\(pixels(x + width - 10)) \(pixels(y + Self.box)) H\(pixels(x + 10)) Z"/>\
        \(text)</g>
        """
    }
    let isFilled = task.lane == .main && !task.isJoin && task.skipped.isEmpty
    let classes = [
      "node", task.stage.rawValue, isFilled ? "main" : "",
      task.isJoin ? "join" : "", task.skipped.isEmpty ? "" : "skipped",
      task.isEssential ? "essential" : "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
    return """
      <g class="\(classes)"><title>\(task.details.escaped)</title><rect x="\(pixels(x))" \
      y="\(pixels(y))" width="\(pixels(width))" height="\(pixels(Self.box))" \
      rx="\(task.isJoin ? 11 : 3)"/>\(text)</g>
      """
  }

  private func edge(_ position: Int) -> String {
    let edge = drawing.edges[position]
    let path = placement.path(of: position, GraphLayout.Edge(from: edge.from, to: edge.to))
    return """
      <path class="edge \(edge.kind.rawValue)" d="\(path)"><title>\(edge.details.escaped)</title></path>
      """
  }
}

extension PlanPicture {
  /// The look of the picture; it carries its own, so that it can be shown alone.
  static let style = """
    .graph { --ink: #1b1f24; --soft: #5b6570; --paper: #fff; --edge: #8a949e;
      --beforeReady: #0072b2; --afterReady: #e69f00; --idle: #009e73; --onDemand: #cc79a7;
      --on-beforeReady: #fff; --on-other: #1b1f24;
      font: 11.5px system-ui, -apple-system, "Segoe UI", sans-serif; }
    @media (prefers-color-scheme: dark) {
      .graph { --ink: #e8ebee; --soft: #9aa5b0; --paper: #14181c; --edge: #6b7681;
        --beforeReady: #56b4e9; --idle: #2bc299; --onDemand: #dd94bb;
        --on-beforeReady: #10141a; --on-other: #10141a; } }
    .graph text { fill: var(--ink); }
    .graph text.soft { fill: var(--soft); }
    .graph .paper { fill: var(--paper); }
    .graph line.ready { stroke: var(--ink); stroke-dasharray: 4 3; }
    .graph text.ready { font-weight: 650; }
    .graph .edge { fill: none; stroke: var(--edge); stroke-width: 1.2; }
    .graph .edge.wants { stroke-dasharray: 6 3; }
    .graph .edge.order { stroke-dasharray: 1.5 3; }
    .graph path.edge:hover { stroke: var(--ink); stroke-width: 2.5; }
    .graph rect, .graph .milestone path { fill: var(--paper); stroke: var(--soft);
      stroke-width: 1.5; }
    .graph rect.paper { stroke: none; }
    .graph .beforeReady rect, .graph rect.beforeReady { stroke: var(--beforeReady); }
    .graph .afterReady rect, .graph rect.afterReady { stroke: var(--afterReady); }
    .graph .idle rect, .graph rect.idle { stroke: var(--idle); }
    .graph .onDemand rect, .graph rect.onDemand { stroke: var(--onDemand); }
    .graph .main.beforeReady rect, .graph rect.main { fill: var(--beforeReady); }
    .graph .main.afterReady rect { fill: var(--afterReady); }
    .graph .main.idle rect { fill: var(--idle); }
    .graph .main.onDemand rect { fill: var(--onDemand); }
    .graph .main text { fill: var(--on-other); }
    .graph .main.beforeReady text { fill: var(--on-beforeReady); }
    .graph .essential text { font-weight: 700; }
    .graph .skipped rect { fill: var(--paper); stroke: var(--soft); stroke-dasharray: 3 3; }
    .graph .skipped text { fill: var(--soft); text-decoration: line-through; }
    """
}

/// The picture of a plan: milestones and tasks as nodes, dependencies as edges.
struct PlanDrawing {
  /// A node of the picture.
  struct Node {
    let name: String
    /// The task; nil for a milestone.
    let task: LaunchPlan.Task?
  }

  /// An edge of the picture.
  struct Edge {
    let from: Int
    let to: Int
    let kind: LaunchDependency
    let details: String
  }

  /// The milestones that a task waits for, then the tasks in launch order.
  let nodes: [Node]
  let edges: [Edge]
  /// The stages that occur, in order.
  let stages: [LaunchStage]

  init(_ plan: LaunchPlan) {
    let used = Set(plan.tasks.flatMap(\.milestones))
    let milestones = plan.milestones.map(\.name).filter(used.contains)
    let positions = Dictionary(
      milestones.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    nodes =
      milestones.map { Node(name: $0, task: nil) }
      + plan.tasks.map { Node(name: $0.name, task: $0) }
    edges = plan.tasks.enumerated().flatMap { position, task in
      let to = milestones.count + position
      let gates = task.milestones.compactMap { positions[$0] }.map {
        Edge(from: $0, to: to, kind: .requires, details: "\(task.name) waits for \(milestones[$0])")
      }
      // A plan from a file may contain anything, so only dependencies that point back are drawn.
      let arrows = task.dependencies.filter { (0..<position).contains($0.position) }.map {
        Edge(
          from: milestones.count + $0.position, to: to, kind: $0.kind,
          details: "\(task.name) \($0.sentence)")
      }
      return gates + arrows
    }
    stages = LaunchStage.allCases.filter { stage in plan.tasks.contains { $0.stage == stage } }
  }
}

extension LaunchPlan.Task {
  /// The details of the node, one per line, shown when a reader points at it.
  var details: String {
    var lines = [
      name, isJoin ? "a join without a body" : "\(stage.rawValue), \(lane.rawValue) lane",
    ]
    if let promotedBy {
      lines.append("declared \(declaredStage.rawValue), needed by \(promotedBy)")
    }
    if isEssential { lines.append("essential") }
    if priority != 0 { lines.append("priority \(priority)") }
    if !declaredAt.isEmpty { lines.append("declared at \(declaredAt)") }
    if !skipped.isEmpty {
      lines.append("skipped: \(skipped.map(\.description).joined(separator: "; "))")
    }
    return lines.joined(separator: "\n")
  }
}
