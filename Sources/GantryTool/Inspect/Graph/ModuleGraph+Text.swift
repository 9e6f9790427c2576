// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleGraph {
  /// The layers from the first, with those dependencies of each module that nothing else implies.
  var text: String {
    guard !(nodes.isEmpty && loose.isEmpty) else { return "The app has no modules." }
    let incoming = Dictionary(grouping: edges.filter { !$0.isImplied }, by: \.waiting)
    var lines: [String] = []
    for (layer, positions) in nodesByLayer.enumerated() {
      lines.append("layer \(layer + 1)")
      for position in positions {
        let needs = (incoming[position] ?? []).sorted { $0.needed < $1.needed }
          .map { "\(nodes[$0.needed].name) (\($0.label))" }
        let node = nodes[position]
        let name = node.entry == nil ? "\(node.name), which is missing" : node.name
        lines.append("  \(name)\(needs.isEmpty ? "" : " ← \(needs.joined(separator: ", "))")")
      }
    }
    if !loose.isEmpty {
      lines += ["without edges", "  " + loose.map(\.name).joined(separator: ", ")]
    }
    lines += cycles.map { cycle in
      "cycle: " + (cycle + cycle.prefix(1)).joined(separator: " → ")
    }
    return lines.joined(separator: "\n")
  }
}

extension ModuleGraph.Edge {
  /// The kind in words.
  var label: String {
    let words =
      switch kind {
      case .requires: "requires"
      case .service: isLazy ? "lazy service" : strength == .must ? "service" : "optional service"
      case .result: strength == .must ? "result" : "optional result"
      case .wants: "wants"
      case .order: "order"
      }
    return isOnCycle ? "\(words), on a cycle" : words
  }
}
