// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// Works out the launch order and the stages of a graph without faults.
struct PlanBuilder {
  let graph: ResolvedGraph
  let order: [Int]
  private var stages: [LaunchStage]
  private var promotedBy: [Int?]
  private var skips: [[LaunchSkip]]

  init(_ graph: ResolvedGraph) {
    self.graph = graph
    order = graph.launchOrder()
    stages = graph.nodes.map(\.stage)
    promotedBy = Array(repeating: nil, count: graph.nodes.count)
    skips = graph.nodes.map { node in
      node.skipped.map { [LaunchSkip(node.name, .disabled($0))] } ?? []
    }
    skipDependents()
    promote()
  }

  /// Nodes that require a skipped one are skipped as well, with the chain of requirements.
  private mutating func skipDependents() {
    for node in order where skips[node].isEmpty {
      for arc in graph.incoming[node]
      where graph.arcs[arc].dependency == .requires && !skips[graph.arcs[arc].first].isEmpty {
        let first = graph.arcs[arc].first
        let link = LaunchSkip(graph.nodes[node].name, .requires(graph.nodes[first].name))
        skips[node] = [link] + skips[first]
        break
      }
    }
  }

  /// Gives each node the earliest stage among those that wait for it, from the last to the first.
  private mutating func promote() {
    for node in order.reversed() where skips[node].isEmpty {
      // Only a node that requires an on-demand node pulls it in.
      let isOnDemand = stages[node] == .onDemand
      for arc in graph.outgoing[node] {
        // By index: a copy of every arc would cost more than the look at it.
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
      // An on-demand or later node may never run, so only a node that requires it waits for it.
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
  /// Brings the graph to an order, and decides which tasks go first on the way to *ready*.
  ///
  /// Launch order is topological over all edges; ties break by priority, then by tie-break, then by
  /// name. Which of the tasks that are free gets a place in its lane is decided by
  /// ``LaunchPlan/Task/rank``: before-ready tasks go first, ranked inside by the longest way to
  /// *ready*. With recorded durations several lists are simulated, and the best is taken: the
  /// shortest time to ready first, the shortest total second; an after-ready task may then run
  /// ahead of *ready*, in a gap that is twice as long as its record. Without records ways are
  /// counted in tasks, and after-ready tasks wait until the app is ready. A task that must never
  /// start before waits for a milestone that the app reaches.
  ///
  /// Nothing depends on a clock or on chance: the same input has the same plan on every machine.
  ///
  /// - Parameters:
  ///   - durations: How long tasks took in earlier launches, by name; those of joins mean nothing.
  ///   - workers: How many synchronous background tasks may run at a time; at least one is assumed.
  ///   - policy: Which task goes first where several need the same lane.
  ///   - searchBudget: How many edges and tasks may be simulated to find a better list; at zero the
  ///     first one is taken.
  /// - Returns: The plan, with every node in launch order.
  /// - Throws: ``LaunchError/faults(_:)`` with everything that ``check()`` finds.
  /// - Complexity: O((V + E) log V), and the cost of the search.
  public func plan(
    durations: [String: Duration] = [:], workers: Int = 2, policy: LaunchPolicy = .ready,
    searchBudget: Int = 100_000
  ) throws(LaunchError) -> LaunchPlan {
    let graph = ResolvedGraph(self)
    let faults = check(graph)
    guard faults.isEmpty else { throw .faults(faults) }
    var tasks = PlanBuilder(graph).tasks(durations)
    let workers = max(1, workers)
    PlanRanking(tasks, workers: workers).rank(&tasks, by: policy, searchBudget: searchBudget)
    return LaunchPlan(
      tasks: tasks, milestones: graph.milestones.map(Milestone.init), policy: policy,
      workers: workers)
  }
}
