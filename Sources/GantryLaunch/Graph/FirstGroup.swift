// SPDX-License-Identifier: Apache-2.0

/// The nodes that run before all others: those of the stage `.first`, and all that they require.
///
/// Every other node waits for the group, and requires it only where it says so.
struct FirstGroup {
  /// The nodes of the group, each after the one that requires it.
  private(set) var members: [Int] = []
  /// For each node of the group that isn't `.first` itself, the arc of the node that requires it.
  private(set) var causes: [Int: ResolvedGraph.Arc] = [:]
  /// The arcs by which a node of the group waits for a node that it doesn't require.
  private(set) var externalArcs: [ResolvedGraph.Arc] = []

  init() {}

  /// Finds the group.
  ///
  /// Nodes that aren't enabled, and those that require one, don't count. The group has the first
  /// node on each path that may not run so early, but not that node's requirements.
  ///
  /// - Complexity: O(V), and O(V + E) if there is a `.first` node.
  init(_ nodes: [LaunchNode], _ arcs: [ResolvedGraph.Arc]) {
    guard nodes.contains(where: { $0.stage == .first }) else { return }
    let required = arcs.filter { $0.dependency == .requires }
    let isOff = Self.skipped(nodes, required)
    let needs = Dictionary(grouping: required, by: \.later)
    members = nodes.indices.filter { nodes[$0].stage == .first && !isOff[$0] }
    var isMember = Array(repeating: false, count: nodes.count)
    for node in members { isMember[node] = true }
    var head = 0
    while head < members.count {
      let node = members[head]
      head += 1
      guard nodes[node].stage <= .beforeReady else { continue }
      for arc in needs[node] ?? [] where !isMember[arc.first] {
        isMember[arc.first] = true
        causes[arc.first] = arc
        members.append(arc.first)
      }
    }
    externalArcs = arcs.filter { arc in
      isMember[arc.later] && !isMember[arc.first] && !isOff[arc.first]
        && nodes[arc.later].stage <= .beforeReady
    }
  }

  /// Returns, for each node, whether it isn't enabled or requires one that isn't.
  private static func skipped(
    _ nodes: [LaunchNode], _ required: [ResolvedGraph.Arc]
  ) -> [Bool] {
    var isOff = nodes.map { $0.skipped != nil }
    var open = nodes.indices.filter { isOff[$0] }
    guard !open.isEmpty else { return isOff }
    let dependents = Dictionary(grouping: required, by: \.first)
    while let node = open.popLast() {
      for arc in dependents[node] ?? [] where !isOff[arc.later] {
        isOff[arc.later] = true
        open.append(arc.later)
      }
    }
    return isOff
  }
}

extension ResolvedGraph {
  /// Finds the nodes of the first group that wait for something which comes later: a milestone, a
  /// later stage, or a node outside of the group.
  func firstFaults() -> [Fault] {
    var faults: [Fault] = []
    let gatesOf = Dictionary(grouping: gates, by: \.node)
    for node in firstGroup.members {
      let gates = gatesOf[node] ?? []
      for gate in gates {
        faults.append(.firstNeedsMilestone(path: path(toFirst: node), edge: gate.edge))
      }
      guard gates.isEmpty, nodes[node].stage > .beforeReady, let arc = firstGroup.causes[node]
      else { continue }
      faults.append(
        .firstRequiresLater(
          path: path(toFirst: node), stage: nodes[node].stage, edge: edge(of: arc)))
    }
    for arc in firstGroup.externalArcs {
      let edge = edge(of: arc)
      let target = arc.declaredBy == arc.later ? arc.first : arc.later
      faults.append(
        .firstWaitsForOthers(
          path: path(toFirst: arc.later), other: nodes[arc.first].part,
          declaredBy: nodes[arc.declaredBy].part,
          edge: LaunchEdge(
            edge.kind, nodes[target].part, declaredAt: edge.declaredAt, reason: edge.reason)))
    }
    return faults
  }

  /// Returns the parts from a `.first` task along its requirements to a node of the group.
  private func path(toFirst node: Int) -> [String] {
    var path = [nodes[node].part]
    var next = firstGroup.causes[node]
    while let arc = next {
      if nodes[arc.later].part != path.last { path.append(nodes[arc.later].part) }
      next = firstGroup.causes[arc.later]
    }
    return path.reversed()
  }
}
