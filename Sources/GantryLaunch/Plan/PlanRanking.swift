// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Decides which tasks go first, and which run ahead of *ready*.
struct PlanRanking {
  private let model: PlanModel
  private let hasRecords: Bool

  init(_ tasks: [LaunchPlan.Task], workers: Int) {
    model = PlanModel(tasks, workers: workers)
    hasRecords = tasks.contains { $0.recordedDuration != nil }
  }

  /// Sets ``LaunchPlan/Task/rank`` and ``LaunchPlan/Task/runsAheadAfter``.
  func rank(_ tasks: inout [LaunchPlan.Task], by policy: LaunchPolicy, searchBudget: Int) {
    let all = Array(repeating: true, count: tasks.count)
    switch policy {
    case .fifo:
      set(&tasks, model.indices.map { (0, $0) })
    case .rank:
      set(&tasks, model.ways(within: all).map { (0, -$0) })
    case .ready:
      var search = PlanSearch(model, ways: model.ways(within: all))
      if hasRecords { search.run(budget: searchBudget) }
      set(&tasks, search.keys)
      for task in tasks.indices { tasks[task].runsAheadAfter = search.aheadAfter[task] }
      return
    }
    for task in tasks.indices where tasks[task].stage == .afterReady {
      tasks[task].runsAheadAfter = 0
    }
  }

  /// Numbers the tasks by their keys, then by launch order.
  private func set(_ tasks: inout [LaunchPlan.Task], _ keys: [(Int, Int)]) {
    let order = model.indices.sorted {
      (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1)
    }
    for (rank, task) in order.enumerated() { tasks[task].rank = rank }
  }
}
