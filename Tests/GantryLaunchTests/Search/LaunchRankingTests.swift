// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import LaunchFixture
import Testing

@Suite struct LaunchRankingTests {
  static func rank(_ plan: LaunchPlan) -> [String] {
    plan.tasks.sorted { $0.rank < $1.rank }.map(\.name)
  }

  @Test
  func `tasks that ready needs go first, and the longest path to ready goes first among them`()
    throws
  {
    let nodes = [
      LaunchNode("a"), LaunchNode("b"),
      LaunchNode("c", edges: [LaunchEdge(.requires, "b")]),
      LaunchNode("d", stage: .afterReady, priority: 500),
      LaunchNode("e", stage: .afterReady, edges: [LaunchEdge(.requires, "a")]),
    ]
    let graph = LaunchGraph(nodes: nodes)
    // Without durations, paths are counted in tasks: `c` follows `b`; `a` has no such follower.
    #expect(Self.rank(try graph.plan()) == ["b", "a", "c", "d", "e"])
    let records: [String: Duration] = [
      "a": .seconds(5), "b": .seconds(1), "c": .seconds(1), "d": .seconds(1), "e": .seconds(2),
    ]
    #expect(Self.rank(try graph.plan(durations: records)) == ["a", "b", "c", "e", "d"])
    #expect(
      Self.rank(try graph.plan(durations: records, policy: .rank)) == ["a", "b", "e", "d", "c"])
    #expect(
      Self.rank(try graph.plan(durations: records, policy: .fifo)) == ["d", "a", "b", "c", "e"])
  }

  @Test func `ties between paths break by priority, then by tie-break, then by name`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("d"), LaunchNode("c", tieBreak: -1), LaunchNode("b", priority: 100),
      LaunchNode("a", priority: -100),
    ]).plan()
    #expect(Self.rank(plan) == ["b", "c", "d", "a"])
  }

  @Test func `a task without a recorded duration counts as long as the median task`() throws {
    let graph = LaunchGraph(nodes: ["a", "b", "c", "new"].map { LaunchNode($0) })
    let plan = try graph.plan(
      durations: ["a": .seconds(1), "b": .seconds(3), "c": .seconds(2)], searchBudget: 0)
    #expect(Self.rank(plan) == ["b", "c", "new", "a"])
    #expect(plan.task(named: "new")?.recordedDuration == nil)
  }

  @Test func `the search finds a better order than the longest path first`() throws {
    var (first, found, best) = (Duration.zero, Duration.zero, Duration.zero)
    for seed in UInt64(0)..<20 {
      var random = SeededGenerator(seed: seed)
      let (graph, durations) = LaunchSimulationTests.graph(&random)
      let simulate = { budget in
        LaunchSimulation(try graph.plan(durations: durations, workers: 2, searchBudget: budget))
      }
      let (plain, searched) = (try simulate(0), try simulate(10_000))
      #expect(searched.timeToReady <= plain.timeToReady, "seed \(seed)")
      first += plain.timeToReady
      found += searched.timeToReady
      best += searched.readyLowerBound
    }
    #expect(found < first)
    #expect(found / best < 1.05)
  }

  @Test func `the same nodes give the same plan, whatever their order`() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let (graph, durations) = LaunchSimulationTests.graph(&random)
      let shuffled = LaunchGraph(nodes: graph.nodes.shuffled(using: &random))
      let plan = try graph.plan(durations: durations, workers: 3, searchBudget: 3_000)
      #expect(
        try shuffled.plan(durations: durations, workers: 3, searchBudget: 3_000) == plan)
      let copy = try JSONDecoder().decode(LaunchPlan.self, from: JSONEncoder().encode(plan))
      #expect(copy == plan)
      #expect(LaunchSimulation(copy) == LaunchSimulation(plan))
    }
  }

  @Test func `huge, tiny and negative durations are accepted`() throws {
    let nodes = (0..<50).map { index in
      LaunchNode(
        "t\(index)", stage: index % 2 == 0 ? .beforeReady : .afterReady,
        edges: index > 1 ? [LaunchEdge(.requires, "t\(index - 2)")] : [])
    }
    let extremes: [Duration] = [
      .seconds(Int64.max), .seconds(-5), .nanoseconds(1), .zero, Duration(attoseconds: 1),
    ]
    let durations = Dictionary(
      uniqueKeysWithValues: nodes.enumerated().map { ($1.name, extremes[$0 % 5]) })
    let plan = try LaunchGraph(nodes: nodes).plan(durations: durations, workers: -1)
    #expect(plan.workers == 1)
    let simulation = LaunchSimulation(plan)
    #expect(simulation.timeToReady >= simulation.readyLowerBound)
    #expect(simulation.tasks.allSatisfy { $0.finished != nil })
  }
}
