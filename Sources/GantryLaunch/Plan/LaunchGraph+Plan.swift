// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
    searchBudget: Int = LaunchPlan.defaultSearchBudget
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
