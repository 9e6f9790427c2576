// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch

extension LaunchPlan {
  /// Returns the plan as a graph in the DOT language, which Graphviz and other tools draw.
  ///
  /// Each task is a box in a cluster for its stage, filled if it runs on the main lane. Joins are
  /// ellipses, and milestones are diamonds. `wants:` edges are dashed, and edges for order only are
  /// dotted.
  ///
  /// - Parameter name: The name of the graph.
  /// - Returns: A digraph.
  public func dot(name: String = "launch") -> String {
    let drawing = PlanDrawing(self)
    var lines = [
      "digraph \(name.quotedForDOT) {", "  rankdir=LR;",
      "  node [fontname=\"sans-serif\", fontsize=11, height=0.3];",
      "  edge [color=\"#5b6570\", arrowsize=0.7];",
    ]
    for stage in drawing.stages {
      lines.append("  subgraph \("cluster_\(stage.rawValue)".quotedForDOT) {")
      lines.append(
        "    label=\(stage.label.quotedForDOT); color=\"#d9dee3\"; fontname=\"sans-serif\";")
      for (position, node) in drawing.nodes.enumerated() {
        guard let task = node.task, task.stage == stage else { continue }
        lines.append("    n\(position) [\(task.attributesForDOT)];")
      }
      lines.append("  }")
    }
    for (position, node) in drawing.nodes.enumerated() where node.task == nil {
      lines.append("  n\(position) [label=\(node.name.quotedForDOT), shape=diamond];")
    }
    for edge in drawing.edges {
      let style =
        switch edge.kind {
        case .requires: ""
        case .wants: "style=dashed, "
        case .order: "style=dotted, "
        }
      let tip = "tooltip=\(edge.details.quotedForDOT)"
      lines.append("  n\(edge.from) -> n\(edge.to) [\(style)\(tip)];")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }
}

extension LaunchPlan.Task {
  fileprivate var attributesForDOT: String {
    // Okabe and Ito's colors, as on the pages.
    let color =
      switch stage {
      case .beforeReady: "#0072b2"
      case .afterReady: "#e69f00"
      case .idle: "#009e73"
      case .onDemand: "#cc79a7"
      }
    var parts = ["label=\(name.quotedForDOT)", "tooltip=\(details.quotedForDOT)"]
    parts.append(isJoin ? "shape=ellipse" : "shape=box")
    guard skipped.isEmpty else {
      return (parts + ["style=dashed", "fontcolor=\"#5b6570\""]).joined(separator: ", ")
    }
    parts.append("color=\"\(color)\"")
    if lane == .main && !isJoin {
      let ink = stage == .beforeReady ? "#ffffff" : "#1b1f24"
      parts += ["style=filled", "fillcolor=\"\(color)\"", "fontcolor=\"\(ink)\""]
    }
    if isEssential { parts.append("peripheries=2") }
    return parts.joined(separator: ", ")
  }
}

extension String {
  /// The text as a quoted DOT string, in which every letter shows as it is.
  package var quotedForDOT: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      // A backslash would begin a DOT escape, such as the one for the name of the graph.
      case "\\": text += "\\\\"
      // DOT also reads entities in strings.
      case "&": text += "&amp;"
      case "\n": text += "\\n"
      case "\u{0}"..<" ", "\u{7F}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension LaunchPlan {
  /// Returns the plan as a self-contained HTML page with its graph and a table in launch order.
  ///
  /// - Parameter title: The heading of the page.
  /// - Returns: A complete HTML document.
  public func html(title: String = "Launch plan") -> String {
    let rows = tasks.enumerated().map { position, task in task.row(position + 1) }
    let count = tasks.count { !$0.isJoin && $0.skipped.isEmpty }
    let blocking = tasks.count { !$0.isJoin && $0.skipped.isEmpty && $0.stage == .beforeReady }
    let skipped = tasks.count { !$0.isJoin && !$0.skipped.isEmpty }
    return PageStyle.page(
      title, [PageStyle.common],
      """
      <header>
      <h1>\(title.escaped)</h1>
      <p>\(count) tasks, \(blocking) of them before ready; \(skipped) skipped.</p>
      </header>
      <div class="wide">\(svg())</div>
      <section>
      <h2>Launch order</h2>
      <div class="wide"><table>
      <thead><tr><th scope="col" class="n">#</th><th scope="col">Task</th><th scope="col">Stage</th>\
      <th scope="col">Lane</th><th scope="col" class="n">Priority</th>\
      <th scope="col">Waits for</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      </section>
      """)
  }
}

extension LaunchPlan.Task {
  fileprivate func row(_ number: Int) -> String {
    let cells = [name, stageText, isJoin ? "join" : lane.rawValue].map(\.escaped)
    return """
      <tr><td class="n">\(number)</td><th scope="row">\(cells[0])</th><td>\(cells[1])</td>\
      <td>\(cells[2])</td><td class="n">\(priority)</td><td>\(waitText.escaped)</td></tr>
      """
  }
}
