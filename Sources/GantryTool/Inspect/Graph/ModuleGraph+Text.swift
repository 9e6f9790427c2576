// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

extension ModuleGraph {
  /// Returns the graph in a format.
  func text(as format: GraphFormat, showsImplied: Bool) throws(ToolFailure) -> String {
    switch format {
    case .mermaid: mermaid(showsImplied: showsImplied)
    case .dot: dot(showsImplied: showsImplied)
    case .text: text(showsImplied: showsImplied)
    case .json: try json(showsImplied: showsImplied)
    }
  }

  /// A node with its dependencies, in the JSON format.
  private struct Row: Encodable {
    let name: String
    /// The layer, from 1.
    let layer: Int
    let isMissing: Bool
    let needs: [Need]
  }

  private func json(showsImplied: Bool) throws(ToolFailure) -> String {
    let incoming = Dictionary(grouping: edges(showsImplied: showsImplied), by: \.waiting)
    let rows = nodes.indices.map { position in
      Row(
        name: nodes[position].name, layer: layers[position] + 1,
        isMissing: nodes[position].isMissing,
        needs: (incoming[position] ?? []).flatMap(\.links).map(Need.init))
    }
    return try ToolJSON.text(of: NamedValue(name: "graph", value: rows))
  }

  /// Returns the edges to print.
  ///
  /// - Parameter showsImplied: Whether to include edges that others imply.
  private func edges(showsImplied: Bool) -> [Edge] {
    edges.filter { showsImplied || !$0.isImplied }
  }

  /// Returns the layers in words, from the first one.
  func text(showsImplied: Bool) -> String {
    guard !nodes.isEmpty else { return "The app has no modules." }
    let incoming = Dictionary(grouping: edges(showsImplied: showsImplied), by: \.waiting)
    var lines: [String] = []
    for (layer, positions) in Dictionary(grouping: nodes.indices, by: { layers[$0] })
      .sorted(by: { $0.key < $1.key })
    {
      lines.append("layer \(layer + 1)")
      for position in positions {
        let needs = (incoming[position] ?? []).map { "\(nodes[$0.needed].name) (\($0.label))" }
        lines.append(
          "  \(nodes[position].label)"
            + (needs.isEmpty ? "" : " ← \(needs.joined(separator: ", "))"))
      }
    }
    lines += cycles.map { "cycle: " + ($0 + $0.prefix(1)).joined(separator: " → ") }
    return lines.joined(separator: "\n")
  }

  /// Returns the graph in the language of Mermaid, from dependency to dependent.
  func mermaid(showsImplied: Bool) -> String {
    // Some words, such as `end`, have a meaning of their own; none begins with a capital letter.
    let ids = nodes.enumerated().map { position, node in
      node.name.wholeMatch(of: /[A-Z][A-Za-z0-9_]*/) == nil ? "n\(position)" : node.name
    }
    var lines = ["graph LR"]
    for (id, node) in zip(ids, nodes) {
      let label = node.label.quotedForMermaid
      let isFunction = node.entry?.kind == .function
      let shape =
        node.isMissing
        ? "{{\(label)}}"
        : node.isEssential
          ? "[[\(label)]]" : isFunction ? "([\(label)])" : "[\(label)]"
      lines.append("  \(id)\(shape)")
    }
    for edge in edges(showsImplied: showsImplied) {
      let (start, end) = edge.strength == .must ? ("--", "-->") : ("-.", ".->")
      let arrow = "\(start) \(edge.label.quotedForMermaid) \(end)"
      lines.append("  \(ids[edge.needed]) \(arrow) \(ids[edge.waiting])")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the graph in the DOT language, from dependency to dependent.
  func dot(showsImplied: Bool) -> String {
    var lines = ["digraph modules {", "  rankdir=LR;", "  node [shape=box];"]
    for node in nodes {
      var attributes = ["label=\(node.label.quotedForDOT)"]
      if node.isMissing { attributes.append("color=red") }
      if node.entry?.kind == .function { attributes.append("style=rounded") }
      if node.isEssential { attributes.append("peripheries=2") }
      lines.append("  \(node.name.quotedForDOT) [\(attributes.joined(separator: ", "))];")
    }
    for edge in edges(showsImplied: showsImplied) {
      var attributes = [
        "label=\(edge.label.quotedForDOT)", "edgetooltip=\(edge.details.quotedForDOT)",
      ]
      switch edge.strength {
      case .must: break
      case .may: attributes.append("style=dashed")
      case .order: attributes.append("style=dotted")
      }
      if edge.isOnCycle { attributes.append("color=red") }
      if edge.isBackward || edge.isLazy { attributes.append("constraint=false") }
      let ends = [nodes[edge.needed].name, nodes[edge.waiting].name].map(\.quotedForDOT)
      lines.append("  \(ends.joined(separator: " -> ")) [\(attributes.joined(separator: ", "))];")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

extension String {
  /// The text in quotation marks, as the DOT language writes it.
  fileprivate var quotedForDOT: String {
    let text = replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(text.replacing("\n", with: "\\n"))\""
  }

  /// The text in quotation marks, as Mermaid writes it.
  fileprivate var quotedForMermaid: String {
    let codes: [Character: String] = ["\"": "quot", "#": "35", "&": "amp", "<": "lt", ">": "gt"]
    return "\"\(map { codes[$0].map { "#\($0);" } ?? String($0) }.joined())\""
  }
}
