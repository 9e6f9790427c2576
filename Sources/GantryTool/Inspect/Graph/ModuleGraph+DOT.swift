// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryLaunch
internal import GantryReports

extension ModuleGraph {
  /// The graph in the DOT language: from dependency to dependent, layers side by side.
  ///
  /// - Parameter showsImplied: Whether edges are shown that follow from others.
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
    for edge in edges where showsImplied || !edge.isImplied {
      let ends = [nodes[edge.needed].name, nodes[edge.waiting].name].map(\.quotedForDOT)
      lines.append("  \(ends.joined(separator: " -> ")) [\(edge.attributesForDOT)];")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

extension ModuleGraph.Node {
  fileprivate var statementForDOT: String {
    var attributes = ["tooltip=\(details.quotedForDOT)"]
    if entry == nil {
      attributes += ["style=dashed", "color=\"#c00000\"", "fontcolor=\"#c00000\""]
    }
    if entry?.kind == .function { attributes.append("style=rounded") }
    if entry?.isEssential == true { attributes.append("peripheries=2") }
    return "\(name.quotedForDOT) [\(attributes.joined(separator: ", "))];"
  }
}

extension ModuleGraph.Edge {
  fileprivate var attributesForDOT: String {
    var attributes = ["tooltip=\(details.quotedForDOT)", "dir=both"]
    // Okabe and Ito's colours; the marks say the same without colour.
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
    if isImplied { attributes.append("penwidth=0.4") }
    if isBackward || isLazy { attributes.append("constraint=false") }
    return attributes.joined(separator: ", ")
  }
}
