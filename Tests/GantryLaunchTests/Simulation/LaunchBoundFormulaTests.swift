// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import LaunchFixture
import Testing

/// The bounds against the formula of heads and tails, computed by brute force.
@Suite struct LaunchBoundFormulaTests {
  /// A random graph of before-ready tasks, edges from lower to higher numbers.
  private struct Sample {
    var nodes: [LaunchNode] = []
    var milliseconds: [Int] = []
    var waitsFor: [[Int]] = []

    init(_ random: inout SeededGenerator) {
      let density = Int.random(in: 0...30, using: &random)
      for index in 0..<Int.random(in: 1...40, using: &random) {
        let before = (0..<index).filter { _ in random.chance(density) }
        waitsFor.append(before)
        // There are few different durations, so that release times and tails often coincide.
        milliseconds.append(Int.random(in: 0...4, using: &random))
        nodes.append(
          LaunchNode(
            "t\(index)", lane: random.chance(40) ? .main : .background,
            isAsynchronous: random.chance(20),
            edges: before.map { LaunchEdge(.requires, "t\($0)") }))
      }
    }

    var durations: [String: Duration] {
      Dictionary(
        uniqueKeysWithValues: zip(nodes, milliseconds).map { ($0.name, .milliseconds($1)) })
    }

    /// The bound of heads and tails in milliseconds.
    func bound(workers: Int) -> Double {
      var heads = Array(repeating: 0, count: nodes.count)
      var tails = heads
      for task in nodes.indices {
        heads[task] = waitsFor[task].map { heads[$0] + milliseconds[$0] }.max() ?? 0
      }
      for task in nodes.indices.reversed() {
        for first in waitsFor[task] {
          tails[first] = max(tails[first], milliseconds[task] + tails[task])
        }
      }
      var bound = nodes.indices.map { Double(heads[$0] + milliseconds[$0] + tails[$0]) }.max() ?? 0
      for (lane, places) in [(LaunchLane.main, 1), (.background, workers)] {
        let tasks = nodes.indices.filter {
          nodes[$0].lane == lane && !nodes[$0].isAsynchronous && milliseconds[$0] > 0
        }
        for release in tasks {
          for last in tasks where heads[last] >= heads[release] {
            let work = tasks.filter { heads[$0] >= heads[release] && tails[$0] >= tails[last] }
              .reduce(0) { $0 + milliseconds[$1] }
            bound = max(
              bound, Double(heads[release] + tails[last]) + Double(work) / Double(places))
          }
        }
      }
      return bound
    }
  }

  @Test(arguments: UInt64(0)..<10)
  func `the bound is at least the formula's maximum over all release times and tails`(
    block: UInt64
  ) throws {
    for seed in block * 20..<(block + 1) * 20 {
      var random = SeededGenerator(seed: seed)
      let sample = Sample(&random)
      let workers = [1, 2, 3, 7, Int.max].randomElement(using: &random) ?? 1
      let plan = try LaunchGraph(nodes: sample.nodes)
        .plan(durations: sample.durations, workers: workers, searchBudget: 0)
      let simulation = LaunchSimulation(plan)
      let bound = simulation.readyLowerBound / .milliseconds(1)
      // The simulation counts whole nanoseconds.
      #expect(bound > sample.bound(workers: workers) - 2e-6, "seed \(seed)")
      #expect(simulation.readyLowerBound <= simulation.timeToReady, "seed \(seed)")
    }
  }

  @Test func `the longest possible durations do not overflow`() throws {
    let graph = LaunchGraph(nodes: (0..<50).map { LaunchNode("t\($0)") })
    let durations = Dictionary(
      uniqueKeysWithValues: graph.nodes.map { ($0.name, Duration.seconds(Int64.max)) })
    let plan = try graph.plan(durations: durations, workers: 49, searchBudget: 0)
    let simulation = LaunchSimulation(plan)
    #expect(simulation.readyLowerBound <= simulation.timeToReady)
    #expect(simulation.readyLowerBound > .zero)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [LaunchStage.beforeReady, .afterReady, .idle])
  func `a chain of twenty thousand tasks is planned and simulated in almost linear work`(
    stage: LaunchStage
  ) throws {
    let count = 20_000
    let nodes = (0..<count).map { index in
      LaunchNode(
        "t\(index)", stage: stage,
        edges: index == 0 ? [] : [LaunchEdge(.requires, "t\(index - 1)")])
    }
    let durations = Dictionary(
      uniqueKeysWithValues: nodes.map { ($0.name, Duration.milliseconds(1)) })
    let plan = try LaunchGraph(nodes: nodes).plan(durations: durations, workers: 3)
    let simulation = LaunchSimulation(plan)
    #expect(simulation.total == .seconds(20))
    #expect(simulation.totalLowerBound == .seconds(20))
  }
}
