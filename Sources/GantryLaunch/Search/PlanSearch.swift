// SPDX-License-Identifier: Apache-2.0

/// Searches for the list with the shortest time to *ready*, then for the shortest total around it.
///
/// The first list goes by the longest way to the end. Other lists start from it, with every way
/// made longer or shorter at random, from a fixed seed.
///
/// Each list for *ready* is then improved as long as that helps. The launch is scheduled backwards
/// from its end, with the task that ended last first, and forwards again in the resulting order of
/// starts. That is the forward-backward improvement of Li and Willis (European Journal of
/// Operational Research 56, 1992).
struct PlanSearch {
  /// The key of each task in the best list: the task with the smallest key goes first.
  private(set) var keys: [(group: Int, key: Int)]
  private(set) var aheadAfter: [Int?]

  private let model: PlanModel
  private let ways: [Int]
  private var random = SplitMix64(seed: 1)

  init(_ model: PlanModel, ways: [Int]) {
    self.model = model
    self.ways = ways
    let readyWays = model.ways(within: model.isBlocking)
    keys = model.indices.map { model.isBlocking[$0] ? (0, -readyWays[$0]) : (1, -ways[$0]) }
    aheadAfter = Array(repeating: nil, count: model.durations.count)
  }

  /// Simulates lists until none can be better, or until the budget of visited tasks and edges is
  /// used up.
  mutating func run(budget: Int) {
    let (starts, ready) = searchReady(budget: budget / 2)
    searchTotal(around: starts, ready, budget: budget - budget / 2)
  }

  private mutating func searchReady(budget: Int) -> (starts: [Int], ready: Int) {
    let base = keys.map(\.key)
    var forwards = ReadySimulation(model)
    lazy var backwards = ReadySimulation(model, backwards: true)
    let bound = model.lowerBound(of: model.isBlocking)
    let cost = forwards.cost
    var (list, best, starts, used) = (base, Int.max, [Int](), 0)
    while true {
      var time = forwards.run(list)
      used += cost
      while true {
        if time < best {
          (best, starts) = (time, forwards.starts)
          for task in model.indices where model.isBlocking[task] { keys[task].key = list[task] }
        }
        guard best > bound, used + 2 * cost <= budget else { return (starts, best) }
        _ = backwards.run(forwards.reversedKeys())
        list = backwards.reversedKeys()
        let improved = forwards.run(list)
        used += 2 * cost
        guard improved < time else { break }
        time = improved
      }
      guard used + cost <= budget else { return (starts, best) }
      list = perturbed(base)
    }
  }

  private mutating func searchTotal(around starts: [Int], _ ready: Int, budget: Int) {
    let base = keys.map(\.key)
    var simulation = GapSimulation(model, starts: starts, ready: ready)
    var best = simulation.run(base)
    aheadAfter = simulation.aheadAfter
    let bound = max(ready, model.lowerBound(of: model.isSimulated))
    let cost = simulation.cost
    while best > bound, simulation.cost + cost <= budget {
      let list = perturbed(base)
      let time = simulation.run(list)
      guard time < best else { continue }
      best = time
      aheadAfter = simulation.aheadAfter
      for task in model.indices where !model.isBlocking[task] { keys[task].key = list[task] }
    }
  }

  /// Returns the list with every key times a random factor between 0 and 2, mostly near 1.
  private mutating func perturbed(_ keys: [Int]) -> [Int] {
    model.indices.map { task in
      // Joins use no random numbers, so that the same lists are tried with and without joins.
      guard !model.wiring.traits[task].isJoin else { return keys[task] }
      var bits = random.next()
      var sum = 0
      for _ in 0..<4 {
        sum += Int(bits & 0xFF)
        bits >>= 8
      }
      // The sum of four bytes has a mean of 510 and a deviation of 148: 0.29 of the mean.
      return keys[task] / 512 * sum
    }
  }
}

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

/// The work of a lane by decreasing tail: the shortest time that it takes, with the tasks that
/// follow.
///
/// This is a binary tree over the tasks. Each node has the sum of the work below it. It also has
/// the largest value, over the tasks below it, of the work from its left end to a task plus the
/// task's tail.
struct TailWork {
  private var sums: [Int]
  /// The largest values below each node, multiplied by the places so that nothing is rounded; far
  /// below zero if no task has been added.
  private var longestBelow: [Int128]
  private let leafCount: Int
  private let places: Int128

  init(count: Int, places: Int) {
    var leafCount = 1
    while leafCount < count { leafCount *= 2 }
    self.leafCount = leafCount
    self.places = Int128(max(1, places))
    sums = Array(repeating: 0, count: 2 * leafCount)
    longestBelow = Array(repeating: .min, count: 2 * leafCount)
  }

  /// The largest value of work / places + tail over all tails; zero without work.
  var longest: Int { Int(clamping: max(0, longestBelow[1]) / places) }

  /// Adds the work of one task.
  ///
  /// - Parameters:
  ///   - work: The duration of the task.
  ///   - tail: The duration of the tasks that must follow it.
  ///   - place: The position of the task by decreasing tail.
  /// - Complexity: O(log n).
  mutating func add(_ work: Int, tail: Int, at place: Int) {
    var node = leafCount + place
    sums[node] = work
    longestBelow[node] = Int128(work) + Int128(tail) * places
    while node > 1 {
      node /= 2
      let (left, right) = (2 * node, 2 * node + 1)
      sums[node] = sums[left] + sums[right]
      longestBelow[node] = max(longestBelow[left], longestBelow[right] + Int128(sums[left]))
    }
  }
}
