// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import LaunchFixture
import Testing

/// Tiny random graphs whose best order is found by trying all orders.
@Suite struct LaunchBoundTests {
  /// A graph of at most five tasks, with the milliseconds of each.
  struct Tiny {
    var nodes: [LaunchNode] = []
    var milliseconds: [Int] = []
    var waitsFor: [[Int]] = []
    let workers: Int

    init(_ random: inout SeededGenerator, onlyBlocking: Bool) {
      workers = Int.random(in: 1...3, using: &random)
      for index in 0..<Int.random(in: 1...5, using: &random) {
        let before = (0..<index).filter { _ in random.chance(30) }
        waitsFor.append(before)
        milliseconds.append(Int.random(in: 1...9, using: &random))
        let isBlocking = onlyBlocking || random.chance(40)
        nodes.append(
          LaunchNode(
            "t\(index)", stage: isBlocking ? .beforeReady : .afterReady,
            lane: random.chance(40) ? .main : .background,
            edges: before.map { LaunchEdge(.requires, "t\($0)") }))
      }
    }

    var durations: [String: Duration] {
      Dictionary(
        uniqueKeysWithValues: zip(nodes, milliseconds).map { ($0.name, .milliseconds($1)) })
    }

    /// The tasks that ready waits for.
    var blocking: Set<Int> {
      var set: Set<Int> = []
      for task in nodes.indices.reversed()
      where nodes[task].stage == .beforeReady
        || set.contains(where: { waitsFor[$0].contains(task) })
      {
        set.insert(task)
      }
      return set
    }

    /// The shortest time in which a set of tasks can be done.
    ///
    /// A best schedule starts each task as early as possible, in some order: all orders are tried.
    func optimum(of set: Set<Int>) -> Int {
      var best = Int.max
      var ends: [Int: Int] = [:]
      func extend() {
        guard ends.count < set.count else {
          best = min(best, ends.values.max() ?? 0)
          return
        }
        for task in set where ends[task] == nil {
          guard waitsFor[task].allSatisfy({ ends[$0] != nil }) else { continue }
          ends[task] = earliest(task, ends) + milliseconds[task]
          extend()
          ends[task] = nil
        }
      }
      extend()
      return set.isEmpty ? 0 : best
    }

    private func earliest(_ task: Int, _ ends: [Int: Int]) -> Int {
      let places = nodes[task].lane == .main ? 1 : workers
      var start = waitsFor[task].map { ends[$0] ?? 0 }.max() ?? 0
      while true {
        let busiest = (start..<start + milliseconds[task]).map { moment in
          ends.count { other, end in
            nodes[other].lane == nodes[task].lane && end - milliseconds[other] <= moment
              && moment < end
          }
        }.max()
        if busiest ?? 0 < places { return start }
        start += 1
      }
    }
  }

  @Test(arguments: UInt64(0)..<8)
  func `no order beats the bounds, and most plans reach the best order`(block: UInt64) throws {
    var reached = 0
    for seed in block * 25..<(block + 1) * 25 {
      var random = SeededGenerator(seed: seed)
      let tiny = Tiny(&random, onlyBlocking: random.chance(50))
      let plan = try LaunchGraph(nodes: tiny.nodes)
        .plan(durations: tiny.durations, workers: tiny.workers, searchBudget: 1_000)
      let simulation = LaunchSimulation(plan)
      let ready = Duration.milliseconds(tiny.optimum(of: tiny.blocking))
      let total = Duration.milliseconds(tiny.optimum(of: Set(tiny.nodes.indices)))
      #expect(simulation.readyLowerBound <= ready, "seed \(seed)")
      #expect(simulation.totalLowerBound <= total, "seed \(seed)")
      #expect(simulation.timeToReady >= ready, "seed \(seed)")
      #expect(simulation.total >= total, "seed \(seed)")
      if simulation.timeToReady == ready { reached += 1 }
    }
    // The best order sometimes leaves a place free on purpose, which a list never does.
    #expect(reached >= 23)
  }

  @Test func `the bound counts the time before a release and the work that follows`() throws {
    // The main lane gets its three tasks after 10 ms, and the last is followed by 5 ms.
    let gate = LaunchEdge(.requires, "gate")
    let main = (0..<3).map { LaunchNode("m\($0)", lane: .main, edges: [gate]) }
    let last = LaunchNode("last", edges: main.map { LaunchEdge(.requires, $0.name) })
    let graph = LaunchGraph(nodes: [LaunchNode("gate")] + main + [last])
    let durations: [String: Duration] = [
      "gate": .milliseconds(10), "m0": .milliseconds(2), "m1": .milliseconds(3),
      "m2": .milliseconds(4), "last": .milliseconds(5),
    ]
    let simulation = LaunchSimulation(try graph.plan(durations: durations))
    #expect(simulation.readyLowerBound == .milliseconds(24))
    #expect(simulation.timeToReady == .milliseconds(24))
  }

  @Test(arguments: [(1, 12), (2, 8), (3, 4), (4, 4)])
  func `the workers share the work of the background lane`(workers: Int, milliseconds: Int) throws {
    let graph = LaunchGraph(nodes: (0..<3).map { LaunchNode("w\($0)") })
    let durations = Dictionary(
      uniqueKeysWithValues: graph.nodes.map { ($0.name, Duration.milliseconds(4)) })
    let plan = try graph.plan(durations: durations, workers: workers)
    #expect(LaunchSimulation(plan).readyLowerBound == .milliseconds(milliseconds))
  }
}
