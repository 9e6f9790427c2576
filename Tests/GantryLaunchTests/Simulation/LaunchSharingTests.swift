// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import LaunchFixture
import Testing

/// The bound of a few long tasks that no number of workers can share evenly.
@Suite(.timeLimit(.minutes(5))) struct LaunchSharingTests {
  static func simulation(
    _ nodes: [LaunchNode], _ milliseconds: [Int], workers: Int, searchBudget: Int = 100_000
  ) throws -> LaunchSimulation {
    let durations = Dictionary(
      uniqueKeysWithValues: zip(nodes, milliseconds).map {
        ($0.name, Duration.milliseconds($1))
      })
    return LaunchSimulation(
      try LaunchGraph(nodes: nodes).plan(
        durations: durations, workers: workers, searchBudget: searchBudget))
  }

  /// The shortest time in which workers finish independent tasks, found by trying all ways.
  static func optimum(_ milliseconds: [Int], workers: Int) -> Int {
    var loads = Array(repeating: 0, count: workers)
    var best = Int.max
    func put(_ task: Int) {
      guard task < milliseconds.count else {
        best = min(best, loads.max() ?? 0)
        return
      }
      for worker in loads.indices {
        loads[worker] += milliseconds[task]
        put(task + 1)
        loads[worker] -= milliseconds[task]
      }
    }
    put(0)
    return best
  }

  @Test(arguments: UInt64(0)..<4)
  func `the bound of a few independent tasks is the optimum`(block: UInt64) throws {
    for seed in block * 10..<(block + 1) * 10 {
      var random = SeededGenerator(seed: seed)
      let workers = Int.random(in: 1...3, using: &random)
      let milliseconds = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        Int.random(in: 1...60, using: &random)
      }
      let simulation = try Self.simulation(
        milliseconds.indices.map { LaunchNode("t\($0)") }, milliseconds, workers: workers)
      let optimum = Duration.milliseconds(Self.optimum(milliseconds, workers: workers))
      #expect(simulation.readyLowerBound == optimum, "seed \(seed)")
      #expect(simulation.timeToReady == optimum, "seed \(seed)")
    }
  }

  @Test func `eight long tasks on three workers take longer than a third of their work`() throws {
    let milliseconds = [546, 544, 543, 482, 478, 351, 348, 338]
    let simulation = try Self.simulation(
      milliseconds.indices.map { LaunchNode("t\($0)") }, milliseconds, workers: 3)
    #expect(milliseconds.reduce(0, +) / 3 == 1_210)
    #expect(simulation.readyLowerBound == .milliseconds(1_298))
    #expect(simulation.timeToReady == .milliseconds(1_298))
  }

  @Test func `the time before and after the long tasks counts, too`() throws {
    let gate = LaunchEdge(.requires, "gate")
    let long = (0..<4).map { LaunchNode("w\($0)", edges: [gate]) }
    let nodes =
      [LaunchNode("gate", lane: .main)] + long
      + [LaunchNode("last", lane: .main, edges: long.map { LaunchEdge(.requires, $0.name) })]
    let simulation = try Self.simulation(nodes, [10, 5, 5, 5, 5, 3], workers: 3)
    #expect(simulation.readyLowerBound == .milliseconds(10 + 2 * 5 + 3))
    #expect(simulation.timeToReady == .milliseconds(23))
  }

  @Test func `an earlier short task does not lower the bound of the long ones`() throws {
    let gate = LaunchEdge(.requires, "gate")
    let nodes =
      [LaunchNode("gate", lane: .main), LaunchNode("short")]
      + (0..<4).map { LaunchNode("w\($0)", edges: [gate]) }
    let simulation = try Self.simulation(nodes, [10, 1, 5, 5, 5, 5], workers: 3)
    #expect(simulation.readyLowerBound == .milliseconds(20))
  }

  @Test(arguments: [2, 3, 11, 12, 64, Int.max])
  func `bounding thousands of tasks takes bounded work`(workers: Int) throws {
    var random = SeededGenerator(seed: 5)
    let count = 3_000
    let nodes = (0..<count).map { index in
      LaunchNode(
        "t\(index)",
        edges: index < 50
          ? [] : [LaunchEdge(.requires, "t\(Int.random(in: index - 50..<index, using: &random))")])
    }
    let milliseconds = nodes.map { _ in Int.random(in: 1...10_000, using: &random) }
    let simulation = try Self.simulation(nodes, milliseconds, workers: workers, searchBudget: 0)
    #expect(simulation.readyLowerBound <= simulation.timeToReady)
  }
}
