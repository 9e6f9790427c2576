// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A plan as it is simulated: flat arrays by position in launch order, times in nanoseconds.
struct PlanModel: Sendable {
  let wiring: LaunchMachine.Wiring
  let workers: Int
  /// The lane whose place each task needs before *ready*; less than zero for tasks that need none.
  private let lanes: [Int8]
  /// How long each task takes.
  let durations: [Int]
  /// The cost of a visit of each task in a search: one for itself, if it isn't a join, and one for
  /// each edge to another task, so that joins make no search shorter.
  let costs: [Int]
  /// Whether *ready* waits for it.
  let isBlocking: [Bool]
  /// Whether it runs in a launch without milestones and demands, before the idle tasks.
  let isSimulated: [Bool]
  /// Whether it may run before *ready* although that does not wait for it.
  let mayRunAhead: [Bool]

  /// Makes the model of the tasks of a plan.
  ///
  /// - Parameters:
  ///   - tasks: The tasks in launch order.
  ///   - workers: The places of the background lane.
  ///   - durations: How long each takes, in nanoseconds.
  ///   - isKnown: Whether that is a record, by position, and not a guess.
  init(
    _ tasks: [LaunchPlan.Task], workers: Int, durations: [Int], isKnown: (Int) -> Bool
  ) {
    self.workers = workers
    self.durations = durations
    let wiring = LaunchMachine.Wiring(tasks)
    self.wiring = wiring
    costs = tasks.indices.map { task in
      (tasks[task].isJoin ? 0 : 1)
        + wiring.range(of: task).count { !tasks[Int(wiring[$0].task)].isJoin }
    }
    isBlocking = tasks.map { $0.stage == .beforeReady }
    // Dependencies come first in launch order, so their values are known when a task is reached.
    var isSimulated = Array(repeating: true, count: tasks.count)
    var mayRunAhead = isSimulated
    for position in tasks.indices {
      let stage = tasks[position].stage
      if stage > .afterReady || !tasks[position].milestones.isEmpty {
        isSimulated[position] = false
      }
      let isAtOnce = tasks[position].isJoin || !tasks[position].skipped.isEmpty
      let isDeferred = stage == .afterReady && isSimulated[position]
      if stage != .beforeReady, !isDeferred || !(isAtOnce || isKnown(position)) {
        mayRunAhead[position] = false
      }
      for slot in wiring.range(of: position) {
        let later = Int(wiring[slot].task)
        if !isSimulated[position] { isSimulated[later] = false }
        if !mayRunAhead[position] { mayRunAhead[later] = false }
      }
    }
    lanes = tasks.map { task in
      let isFree = task.isJoin || !task.skipped.isEmpty
      if isFree || (task.isAsynchronous && task.stage == .beforeReady) { return -1 }
      return task.lane == .main ? 0 : 1
    }
    self.isSimulated = isSimulated
    self.mayRunAhead = mayRunAhead
  }

  var indices: Range<Int> { durations.indices }

  /// The lane whose place a task needs before *ready*; nil for a task that needs none there.
  func lane(of task: Int) -> Int? {
    lanes[task] < 0 ? nil : Int(lanes[task])
  }

  /// The longest way that begins with each task, among those of a set.
  func ways(within set: [Bool]) -> [Int] {
    var ways = Array(repeating: 0, count: durations.count)
    for task in durations.indices.reversed() where set[task] {
      var longest = 0
      for slot in wiring.range(of: task) {
        let later = Int(wiring[slot].task)
        if set[later], ways[later] > longest { longest = ways[later] }
      }
      ways[task] = durations[task] + longest
    }
    return ways
  }
}
