// SPDX-License-Identifier: Apache-2.0

/// A plan in the form to simulate: flat arrays by position in launch order, times in nanoseconds.
struct PlanModel: Sendable {
  let wiring: LaunchMachine.Wiring
  let workers: Int
  /// The lane in which each task needs a place before *ready*; less than zero for tasks that need
  /// none.
  private let lanes: [Int8]
  /// The duration of each task.
  let durations: [Int]
  /// The cost of visiting each task in a search: one for a task that isn't a join, and one for each
  /// edge to another task. So joins don't make a search shorter.
  let costs: [Int]
  /// Whether *ready* waits for each task.
  let isBlocking: [Bool]
  /// Whether each task runs, before the idle tasks, in a launch without milestones and demands.
  let isSimulated: [Bool]
  /// Whether each task may run before *ready* although *ready* doesn't wait for it.
  let mayRunAhead: [Bool]

  /// Creates the model of the tasks of a plan.
  ///
  /// - Parameters:
  ///   - tasks: The tasks in launch order.
  ///   - workers: The number of places in the background lane.
  ///   - durations: The duration of each task, in nanoseconds.
  ///   - isKnown: Whether each duration is recorded rather than assumed.
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
    // By index, here and below, since copying each task would cost more than reading it.
    let isBlocking = tasks.indices.map { tasks[$0].stage == .beforeReady }
    self.isBlocking = isBlocking
    // Dependencies come first in launch order, so their values are known before those of a task.
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
    lanes = tasks.indices.map { position in
      let isFree = tasks[position].isJoin || !tasks[position].skipped.isEmpty
      let isSuspended = tasks[position].isAsynchronous && isBlocking[position]
      return isFree || isSuspended ? -1 : tasks[position].lane == .main ? 0 : 1
    }
    self.isSimulated = isSimulated
    self.mayRunAhead = mayRunAhead
  }

  var indices: Range<Int> { durations.indices }

  /// Returns the lane in which a task needs a place before *ready*; nil if it needs none.
  func lane(of task: Int) -> Int? {
    lanes[task] < 0 ? nil : Int(lanes[task])
  }

  /// Returns the longest way that begins with each task, within a set of tasks.
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

extension PlanModel {
  /// Creates a model of tasks with their recorded durations.
  ///
  /// If some tasks have a record, those without are assumed to take the median. If none has, ways
  /// are counted in tasks.
  init(_ tasks: [LaunchPlan.Task], workers: Int) {
    let recorded = tasks.map(\.recordedDuration)
    let limit = Self.limit(tasks.count)
    let known = recorded.compactMap { $0?.nanoseconds(limit: limit) }.sorted()
    let guess = known.isEmpty ? 1 : known[known.count / 2]
    let durations = tasks.indices.map { task in
      if tasks[task].isJoin || !tasks[task].skipped.isEmpty { return 0 }
      return recorded[task]?.nanoseconds(limit: limit) ?? guess
    }
    self.init(tasks, workers: workers, durations: durations) { recorded[$0] != nil }
  }

  /// Returns the longest duration of a task with which no sum over all tasks overflows.
  static func limit(_ count: Int) -> Int { Int.max / 8 / (count + 1) }
}

extension Duration {
  /// Returns whole nanoseconds; a value out of range is clamped.
  func nanoseconds(limit: Int) -> Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < limit / 1_000_000_000 else { return limit }
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

extension PlanModel {
  /// The number of placements that one bound may try to find the best way to share out tasks.
  private static let sharingSteps = 20_000

  /// Returns a time in nanoseconds that no schedule of a set of tasks can beat.
  ///
  /// The bound is the largest of these times:
  ///
  /// - The longest way.
  /// - The work of each lane divided by its places.
  /// - For each lane and each release time r: r + work / places + tail, where the work is that of
  ///   the lane's tasks that can't start before r, taken by decreasing tail.
  /// - For each lane, the time that a few of its longest tasks take on its places, which
  ///   ``LongestTasks`` computes.
  ///
  /// The third is the bound of Carlier (1982) for one machine with heads and tails, divided by the
  /// number of places for several.
  ///
  /// - Parameter set: The tasks that run, by position.
  /// - Complexity: O(V log V + E).
  func lowerBound(of set: [Bool]) -> Int {
    let ways = ways(within: set)
    let heads = heads(within: set)
    var bound = indices.lazy.filter { set[$0] }.map { heads[$0] + ways[$0] }.max() ?? 0
    for lane in 0..<LaunchMachine.Lanes.count {
      let tasks = indices.filter { set[$0] && takesPlace($0, of: lane) && durations[$0] > 0 }
        .sorted { (ways[$0] - durations[$0], $0) > (ways[$1] - durations[$1], $1) }
      // With more places than tasks, the longest way already gives this bound.
      var work = TailWork(count: tasks.count, places: min(lane == 0 ? 1 : workers, tasks.count))
      // From the last release on, each released task joins the work by its tail.
      for place in tasks.indices.sorted(by: { heads[tasks[$0]] > heads[tasks[$1]] }) {
        let task = tasks[place]
        work.add(durations[task], tail: ways[task] - durations[task], at: place)
        bound = max(bound, heads[task] + work.longest)
      }
      if lane > 0 { raise(&bound, tasks, heads, tails: zip(ways, durations).map(-)) }
    }
    return bound
  }

  /// Raises a bound to the time that the longest of some tasks take on the workers.
  ///
  /// It tries the tasks that can't start before a time, for each such time, and those with at least
  /// a certain tail, for each tail.
  private func raise(_ bound: inout Int, _ tasks: [Int], _ heads: [Int], tails: [Int]) {
    // With one worker, or with no more tasks than workers, there is nothing to share out.
    guard workers > 1, tasks.count > workers else { return }
    var steps = Self.sharingSteps
    for keys in [heads, tails] {
      let order = tasks.sorted { (keys[$0], $1) > (keys[$1], $0) }
      var longest = LongestTasks(places: workers)
      for (place, task) in order.enumerated() {
        longest.add(durations[task], head: heads[task], tail: tails[task])
        let isLast = place + 1 == order.count || keys[order[place + 1]] < keys[task]
        if isLast { longest.raise(&bound, steps: &steps) }
      }
    }
  }

  /// Returns the longest way that ends before each task, within a set of tasks.
  private func heads(within set: [Bool]) -> [Int] {
    var heads = Array(repeating: 0, count: durations.count)
    for task in indices where set[task] {
      let end = heads[task] + durations[task]
      for slot in wiring.range(of: task) {
        let later = Int(wiring[slot].task)
        if heads[later] < end { heads[later] = end }
      }
    }
    return heads
  }

  /// Whether a task takes a place in a lane in every schedule.
  private func takesPlace(_ task: Int, of lane: Int) -> Bool {
    self.lane(of: task) == lane && !wiring.traits[task].isAsynchronous
  }
}
