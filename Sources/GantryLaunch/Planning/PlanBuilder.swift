// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Computes the launch order and the stages of a graph without faults.
struct PlanBuilder {
  let graph: ResolvedGraph
  let order: [Int]
  private var stages: [LaunchStage]
  private var promotedBy: [Int?]
  private var skips: [[LaunchSkip]]

  init(_ graph: ResolvedGraph) {
    self.graph = graph
    order = graph.launchOrder()
    // By index, here and below, since copying each node would cost more than reading it.
    stages = graph.nodes.indices.map { graph.nodes[$0].stage }
    promotedBy = Array(repeating: nil, count: graph.nodes.count)
    skips = graph.nodes.indices.map { node in
      let nodes = graph.nodes
      return nodes[node].skipped.map { [LaunchSkip(ModuleName(nodes[node].name), .disabled($0))] }
        ?? []
    }
    skipDependents()
    for node in graph.firstGroup.members where skips[node].isEmpty {
      stages[node] = .first
      promotedBy[node] = graph.firstGroup.causes[node]?.later
    }
    promote()
  }

  /// Skips the nodes that require a skipped one, and records the chain of requirements.
  private mutating func skipDependents() {
    for node in order where skips[node].isEmpty {
      for arc in graph.incoming[node]
      where graph.arcs[arc].dependency == .requires && !skips[graph.arcs[arc].first].isEmpty {
        let first = graph.arcs[arc].first
        let needed = ModuleName(graph.nodes[first].name)
        let link = LaunchSkip(ModuleName(graph.nodes[node].name), .requires(needed))
        skips[node] = LaunchChain.links(link, before: skips[first])
        break
      }
    }
  }

  /// Gives each node the earliest stage among the nodes that wait for it, from the last node to the
  /// first.
  private mutating func promote() {
    for node in order.reversed() where skips[node].isEmpty {
      // An on-demand node is pulled in only by a node that requires it.
      let isOnDemand = stages[node] == .onDemand
      for arc in graph.outgoing[node] {
        let later = graph.arcs[arc].later
        guard skips[later].isEmpty, stages[later] < stages[node] else { continue }
        if isOnDemand && graph.arcs[arc].dependency != .requires { continue }
        stages[node] = stages[later]
        promotedBy[node] = later
      }
    }
  }

  func tasks(_ durations: [String: Duration]) -> [LaunchPlan.Task] {
    var positions = Array(repeating: 0, count: order.count)
    for (position, node) in order.enumerated() { positions[node] = position }
    let gates = Dictionary(grouping: graph.gates, by: \.node)
    return order.map { node in
      let milestones = gates[node].map { Set($0.map { graph.milestones[$0.milestone] }) } ?? []
      return LaunchPlan.Task(
        graph.nodes[node], stage: stages[node],
        promotedBy: promotedBy[node].map { graph.nodes[$0].name },
        dependencies: dependencies(of: node, positions),
        milestones: milestones.sorted { $0.precedes($1) },
        skipped: skips[node],
        recorded: graph.nodes[node].isJoin ? nil : durations[graph.nodes[node].name])
    }
  }

  private func dependencies(of node: Int, _ positions: [Int]) -> [LaunchPlan.Dependency] {
    let incoming = graph.incoming[node]
    var dependencies: [LaunchPlan.Dependency] = []
    dependencies.reserveCapacity(incoming.count)
    for position in incoming {
      let arc = graph.arcs[position]
      // A node in an on-demand or later stage may never run, so only a node that requires it waits
      // for it.
      let isHeld =
        arc.dependency == .requires
        || (stages[arc.first] != .onDemand && stages[arc.first] <= stages[node])
      guard isHeld else { continue }
      let edge = graph.edge(of: arc)
      dependencies.append(
        LaunchPlan.Dependency(
          position: positions[arc.first], name: graph.nodes[arc.first].name, kind: arc.dependency,
          declaredAt: edge.declaredAt, reason: edge.reason))
    }
    dependencies.sort { $0.position < $1.position }
    return dependencies
  }
}

extension LaunchGraph {
  /// Works out a launch order, and decides which of the tasks that could start goes first.
  ///
  /// Launch order is topological over all edges. Ties break by priority, then by tie-break, then by
  /// name.
  ///
  /// ``LaunchPlan/Task/rank`` decides which of the tasks that could start gets a slot in their
  /// lane: the one with the highest priority, then the one with the longest recorded path to
  /// *ready*.
  /// Without records, the length of a path is its number of tasks. After-ready tasks wait until the
  /// app is ready.
  ///
  /// Nothing depends on a clock or on chance: the same input gives the same plan on every machine.
  ///
  /// - Parameters:
  ///   - durations: The durations of tasks in earlier launches, by name; durations of joins are
  ///     ignored.
  ///   - workers: The number of synchronous background tasks that may run at a time; less than one
  ///     counts as one.
  /// - Returns: The plan, with all nodes in launch order.
  /// - Throws: ``LaunchError/faults(_:)`` with all faults that ``check()`` finds.
  /// - Complexity: O((V + E) log V).
  package func plan(
    durations: [String: Duration] = [:], workers: Int = 2
  ) throws(LaunchError) -> LaunchPlan {
    let graph = ResolvedGraph(self)
    let faults = check(graph)
    guard faults.isEmpty else { throw .faults(faults) }
    var tasks = PlanBuilder(graph).tasks(durations)
    tasks.rank()
    return LaunchPlan(
      tasks: tasks, milestones: graph.milestones.map(Milestone.init), workers: max(1, workers))
  }
}
