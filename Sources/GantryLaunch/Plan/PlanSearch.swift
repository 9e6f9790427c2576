// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Looks for the list with the shortest time to *ready*, then for the shortest total around it.
///
/// The first list goes by the longest way to the end; others are that one with every way made
/// longer or shorter at random, from a fixed seed. Each list for *ready* is then improved for as
/// long as that helps: the launch is laid out backwards from its end, the task that ended last
/// first, and forwards again in the order of the starts that this gives. That is the
/// forward-backward improvement of Li and Willis (European Journal of Operational Research 56, 1992).
struct PlanSearch {
  /// The key of each task, in the list that was found: the task with the smallest goes first.
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

  /// Simulates lists until none can be better, or so many tasks and edges have been visited.
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

  /// The list with every key times a factor between 0 and 2, mostly near 1.
  private mutating func perturbed(_ keys: [Int]) -> [Int] {
    model.indices.map { task in
      // Joins draw no lots: with and without them the same lists are tried.
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
