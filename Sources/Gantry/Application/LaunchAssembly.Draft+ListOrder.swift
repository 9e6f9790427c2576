// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchAssembly.Draft {
  /// In a list whose order holds, each entry that runs comes after the nearest one above it that
  /// does; called when every other edge is there.
  mutating func addListOrder() {
    let listed = manifests.filter { $0.options.orderedAt != nil }
      .sorted { $0.options.listPosition < $1.options.listPosition }
    guard listed.count > 1 else { return }
    let off = skippedNodes()
    var above: [String] = []
    for manifest in listed where !off.contains(manifest.name.rawValue) {
      guard let head = headIndices[manifest.name.rawValue], let place = manifest.options.orderedAt
      else { continue }
      nodes[head].edges += above.map { LaunchEdge(.after, $0, declaredAt: place) }
      // Nobody waits for what may never be asked for: the order goes on past it.
      if nodes[head].stage != .onDemand { above = [] }
      above.append(manifest.name.rawValue)
    }
  }

  /// The nodes that do not run: not enabled, or with a requirement that does not run.
  private func skippedNodes() -> Set<String> {
    var dependents: [String: [String]] = [:]
    for node in nodes where node.skipped == nil {
      for edge in node.edges where edge.kind.needsTarget {
        let (first, later) =
          edge.kind.isReversed ? (node.name, edge.target) : (edge.target, node.name)
        dependents[first, default: []].append(later)
      }
    }
    var open = nodes.filter { $0.skipped != nil }.map(\.name)
    var skipped = Set(open)
    while let name = open.popLast() {
      for dependent in dependents[name] ?? [] where skipped.insert(dependent).inserted {
        open.append(dependent)
      }
    }
    return skipped
  }
}
