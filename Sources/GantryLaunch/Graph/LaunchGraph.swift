// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The nodes and milestones of a launch, as declared.
///
/// A graph is plain data. ``check()`` finds all of its faults, and `plan()` works out a launch
/// order. Neither runs anything.
package struct LaunchGraph: Sendable {
  /// The nodes, in any order.
  package let nodes: [LaunchNode]
  /// The milestones that the app declares.
  package let milestones: [Milestone]

  /// Creates a graph.
  ///
  /// - Parameters:
  ///   - nodes: The nodes; their order has no meaning.
  ///   - milestones: The milestones that the app declares.
  package init(nodes: [LaunchNode], milestones: [Milestone] = []) {
    self.nodes = nodes
    self.milestones = milestones
  }
}

extension LaunchGraph {
  /// Finds all faults of the graph.
  ///
  /// - Parameter others: Returns the names that an unknown one may stand for, if no name of the
  ///   graph is near.
  /// - Returns: All faults, sorted by kind, then by name, cycles by length; empty if there are
  ///   none.
  /// - Complexity: O((V + E) log V) for a graph without cycles.
  package func check(near others: (String) -> [String] = { _ in [] }) -> [Fault] {
    check(ResolvedGraph(self), near: others)
  }

  func check(
    _ graph: ResolvedGraph, near others: (String) -> [String] = { _ in [] }
  ) -> [Fault] {
    var faults = duplicateNames()
    for (node, edge) in graph.selfEdges {
      faults.append(.selfEdge(node: graph.nodes[node].name, edge: edge))
    }
    var search = NearNameSearch(
      graph.nodes.filter { $0.role != .creation }.map(\.name) + graph.milestones)
    for (node, edge) in graph.unknown {
      let near = search.near(edge.target, except: graph.nodes[node].name)
      faults.append(
        .unknownTarget(
          node: graph.nodes[node].part, edge: edge, near: near.isEmpty ? others(edge.target) : near)
      )
    }
    // With a misspelled milestone, such as a consent, a task would run too early. Other edges without
    // a required target may name a node that isn't linked.
    var nearMilestones: [String: [String]] = [:]
    for (node, edge) in graph.absent {
      let near = nearMilestones[edge.target] ?? NearNames.of(edge.target, among: graph.milestones)
      nearMilestones[edge.target] = near
      guard !near.isEmpty else { continue }
      faults.append(.unknownTarget(node: graph.nodes[node].part, edge: edge, near: near))
    }
    for (node, edge) in graph.beforeMilestones {
      faults.append(.beforeMilestone(node: graph.nodes[node].name, edge: edge))
    }
    faults += graph.cycles().map(graph.fault(ofCycle:))
    return faults + graph.firstFaults() + graph.blockingFaults()
  }

  /// Finds edges without a required target whose missing target resembles another node's name.
  ///
  /// - Returns: A line for each edge. These aren't faults, because the intended node may not be
  ///   linked.
  package func warnings() -> [String] {
    // Nearly always every edge has a target, which this finds out without resolving the graph.
    let names = Set(nodes.lazy.map(\.name)).union(milestones.lazy.map(\.name))
    let mayWarn = nodes.contains { node in
      node.edges.contains { !$0.kind.needsTarget && !names.contains($0.target) }
    }
    guard mayWarn else { return [] }
    let graph = ResolvedGraph(self)
    var search = NearNameSearch(graph.nodes.map(\.name))
    return graph.absent.compactMap { node, edge in
      let name = graph.nodes[node].name
      let near = search.near(edge.target, except: name)
      guard !near.isEmpty else { return nil }
      return "\(edge.sentence(of: name)), but nothing is named \(edge.target).\(Wording.near(near))"
    }
  }

  private func duplicateNames() -> [Fault] {
    // Nearly always there are none, which this finds out without a list for each name.
    let names = Set(nodes.lazy.map(\.name))
    guard names.count < nodes.count || milestones.contains(where: { names.contains($0.name) })
    else { return [] }
    var places: [String: [String]] = [:]
    for node in nodes { places[node.name, default: []].append(node.declaredAt) }
    for name in Set(milestones.map(\.name)) { places[name]?.append("milestone \(name)") }
    return places.filter { $0.value.count > 1 }
      .sorted { $0.key.precedes($1.key) }
      .map { .duplicateName($0.key, declaredAt: $0.value) }
  }
}

extension ResolvedGraph {
  /// Returns the fault of a cycle, with the parts that people name.
  ///
  /// If the cycle is within one part, it is that part's dependency on itself; a written edge is
  /// preferred, since only it uses the part's name.
  fileprivate func fault(ofCycle cycle: [Int]) -> Fault {
    let steps = cycle.map(step)
    let between = steps.filter { $0.waiting != $0.waitsFor }
    guard between.isEmpty else { return .cycle(between) }
    let written = cycle.firstIndex { edge(of: arcs[$0]).target == step($0).edge.target }
    let own = steps[written ?? 0]
    return .selfEdge(node: own.waiting, edge: own.edge)
  }

  private func step(_ position: Int) -> CycleStep {
    let arc = arcs[position]
    let edge = edge(of: arc)
    let target = arc.declaredBy == arc.later ? arc.first : arc.later
    return CycleStep(
      waiting: nodes[arc.later].part, waitsFor: nodes[arc.first].part,
      declaredBy: nodes[arc.declaredBy].part,
      edge: LaunchEdge(
        edge.kind, nodes[target].part, declaredAt: edge.declaredAt, reason: edge.reason))
  }

  /// Finds before-ready nodes that wait for milestones or on-demand nodes, which they must not.
  func blockingFaults() -> [Fault] {
    var faults: [Fault] = []
    var causedBy: [Int?] = Array(repeating: nil, count: nodes.count)
    var isSeen = Array(repeating: false, count: nodes.count)
    // The first group has faults of its own.
    for node in firstGroup.members { isSeen[node] = true }
    var queue = nodes.indices.filter {
      nodes[$0].stage == .beforeReady && nodes[$0].skipped == nil && !isSeen[$0]
    }
    for node in queue { isSeen[node] = true }
    let gatesOf = Dictionary(grouping: gates, by: \.node)
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      for gate in gatesOf[node] ?? [] {
        let path = path(to: node, causedBy)
        faults.append(.blockingNeedsMilestone(path: path, edge: gate.edge))
      }
      for position in incoming[node] {
        let arc = arcs[position]
        guard nodes[arc.first].skipped == nil else { continue }
        if nodes[arc.first].stage == .onDemand {
          guard arc.dependency == .requires else { continue }
          let path = path(to: node, causedBy) + [nodes[arc.first].name]
          faults.append(.blockingRequiresOnDemand(path: path, edge: edge(of: arc)))
        } else if !isSeen[arc.first] {
          isSeen[arc.first] = true
          causedBy[arc.first] = node
          queue.append(arc.first)
        }
      }
    }
    return faults
  }

  private func path(to node: Int, _ causedBy: [Int?]) -> [String] {
    var path = [nodes[node].name]
    var next = causedBy[node]
    while let node = next {
      path.append(nodes[node].name)
      next = causedBy[node]
    }
    return path.reversed()
  }
}
