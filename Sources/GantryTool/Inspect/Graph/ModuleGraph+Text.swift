// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Gantry
internal import GantryLaunch
internal import GantryReports

extension ModuleGraph {
  /// The layers from the first one, without dependencies that others imply.
  var text: String {
    guard !(nodes.isEmpty && loose.isEmpty) else { return "The app has no modules." }
    let incoming = Dictionary(grouping: edges.filter { !$0.isLeftOut }, by: \.waiting)
    var lines: [String] = []
    for (layer, positions) in nodesByLayer.enumerated() {
      lines.append("layer \(layer + 1)")
      for position in positions {
        let needs = (incoming[position] ?? []).sorted { $0.needed < $1.needed }
          .map { "\(nodes[$0.needed].label) (\($0.label))" }
        let node = nodes[position]
        let name = node.isMissing ? "\(node.name), which is missing" : node.text
        lines.append("  \(name)\(needs.isEmpty ? "" : " ← \(needs.joined(separator: ", "))")")
      }
    }
    if !loose.isEmpty {
      lines += ["without edges", "  " + loose.map(\.text).joined(separator: ", ")]
    }
    lines += cycles.map { cycle in
      "cycle: " + (cycle + cycle.prefix(1)).joined(separator: " → ")
    }
    return lines.joined(separator: "\n")
  }
}

extension ModuleGraph.Edge {
  /// A label for the kind of edge.
  var label: String {
    let words = kind.words(isRequired: strength == .must, isLazy: isLazy)
    return isOnCycle ? "\(words), on a cycle" : words
  }
}

extension ModuleGraph {
  /// Returns the graph in the DOT language, from dependency to dependent, in layers side by side.
  ///
  /// - Parameter showsImplied: Whether to include edges that others imply.
  func dot(showsImplied: Bool) -> String {
    var lines = [
      "digraph modules {", "  rankdir=LR;",
      "  node [shape=box, fontname=\"sans-serif\", fontsize=11, height=0.3];",
      "  edge [arrowsize=0.7];",
    ]
    for layer in nodesByLayer {
      lines.append("  { rank=same;")
      for position in layer { lines.append("    \(nodes[position].statementForDOT)") }
      lines.append("  }")
    }
    lines += loose.map { "  \($0.statementForDOT)" }
    for edge in edges where showsImplied || !edge.isLeftOut {
      let ends = [nodes[edge.needed].label, nodes[edge.waiting].label].map(\.quotedForDOT)
      lines.append("  \(ends.joined(separator: " -> ")) [\(edge.attributesForDOT)];")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

extension ModuleGraph.Node {
  fileprivate var text: String { manner.map { "\(label) (\($0.words))" } ?? label }

  fileprivate var statementForDOT: String {
    var attributes = ["tooltip=\(details.quotedForDOT)"]
    var styles = entry?.kind == .function ? ["rounded"] : []
    if isMissing {
      styles.append("dashed")
      attributes += ["color=\"#c00000\"", "fontcolor=\"#c00000\""]
    }
    switch manner {
    case .skipped:
      styles.append("dashed")
      attributes.append("fontcolor=\"#5b6570\"")
    case .onDemand: styles.append("dotted")
    case nil: break
    }
    if !styles.isEmpty { attributes.append("style=\"\(styles.joined(separator: ","))\"") }
    if entry?.isEssential == true { attributes.append("peripheries=2") }
    return "\(label.quotedForDOT) [\(attributes.joined(separator: ", "))];"
  }
}

extension ModuleGraph.Edge {
  fileprivate var attributesForDOT: String {
    var attributes = ["tooltip=\(details.quotedForDOT)", "dir=both"]
    // The colors are Okabe and Ito's; the arrow tails say the same without color.
    let (color, tail) =
      switch kind {
      case .requires: ("#0072b2", "none")
      case .service: ("#007a59", "odot")
      case .result: ("#b35900", "diamond")
      case .wants: ("#a8517f", "none")
      case .order: ("#5b6570", "none")
      }
    attributes += ["arrowtail=\(tail)", "color=\"\(isOnCycle ? "#c00000" : color)\""]
    switch strength {
    case .must: break
    case .may: attributes.append("style=dashed")
    case .order: attributes.append("style=dotted")
    }
    if isOnCycle { attributes.append("penwidth=3") }
    if isLeftOut { attributes.append("penwidth=0.4") }
    if isBackward || isLoose { attributes.append("constraint=false") }
    return attributes.joined(separator: ", ")
  }
}

/// The formats of a module graph.
enum GraphFormat: String, CaseIterable, ExpressibleByArgument {
  /// A picture.
  case svg
  /// The graph, for tools that draw and measure graphs.
  case dot
  /// The layers in words.
  case text

  /// Returns the drawing of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - showsImplied: Whether to include edges that others imply.
  func drawing(of graph: ModuleGraph, showsImplied: Bool) -> String {
    switch self {
    case .svg: ModulePicture(graph, showsImplied: showsImplied).svg
    case .dot: graph.dot(showsImplied: showsImplied)
    case .text: graph.text
    }
  }
}
