// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import LaunchFixture
import Testing

@Suite struct LaunchSimulationTests {
  static let nodes = [
    LaunchNode("a", lane: .main), LaunchNode("b", edges: [LaunchEdge(.requires, "a")]),
    LaunchNode("J", edges: [LaunchEdge(.requires, "b")], isJoin: true),
    LaunchNode("late", stage: .afterReady, lane: .main),
    LaunchNode("lazy", stage: .onDemand), LaunchNode("i1", stage: .idle),
    LaunchNode("i2", stage: .idle), LaunchNode("off", skipped: "off"),
  ]
  static let durations: [String: Duration] = [
    "a": .milliseconds(4), "b": .milliseconds(6), "late": .milliseconds(5),
    "lazy": .milliseconds(99), "i1": .milliseconds(2), "i2": .milliseconds(3),
    "off": .milliseconds(99), "J": .milliseconds(99),
  ]

  @Test func `a simulation runs a plan on a virtual clock`() throws {
    let plan = try LaunchGraph(nodes: Self.nodes).plan(durations: Self.durations)
    let simulation = LaunchSimulation(plan)
    #expect(simulation.timeToReady == .milliseconds(10))
    #expect(simulation.total == .milliseconds(15))
    let times = simulation.tasks.filter { $0.started != nil }
      .map { "\($0.name) \($0.started ?? .zero) \($0.finished ?? .zero)" }
    #expect(
      times == [
        "a 0.0 seconds 0.004 seconds", "b 0.004 seconds 0.01 seconds",
        "J 0.01 seconds 0.01 seconds", "i1 0.01 seconds 0.012 seconds",
        "i2 0.012 seconds 0.015 seconds", "late 0.004 seconds 0.009 seconds",
      ])
    #expect(Set(simulation.tasks.filter { $0.started == nil }.map(\.name)) == ["lazy", "off"])
  }

  @Test func `without recorded durations, tasks that ready does not need run after ready`() throws {
    let plan = try LaunchGraph(nodes: Self.nodes).plan()
    let simulation = LaunchSimulation(plan, durations: Self.durations)
    let late = try #require(simulation.tasks.first { $0.name == "late" })
    #expect(late.started == .milliseconds(10))
    #expect(simulation.total == .milliseconds(20))
  }

  @Test func `a plan can be simulated with other durations and workers`() throws {
    let graph = LaunchGraph(nodes: (0..<4).map { LaunchNode("w\($0)") })
    let plan = try graph.plan(workers: 2)
    let durations = Dictionary(
      uniqueKeysWithValues: graph.nodes.map { ($0.name, Duration.milliseconds(1)) })
    #expect(LaunchSimulation(plan).total == .zero)
    #expect(LaunchSimulation(plan, durations: durations).total == .milliseconds(2))
    #expect(LaunchSimulation(plan, durations: durations, workers: 4).total == .milliseconds(1))
    #expect(LaunchSimulation(plan, durations: durations, workers: 0).workers == 1)
  }

  @Test func `an empty plan is ready at once`() throws {
    let row = LaunchSimulation(try LaunchGraph(nodes: []).plan()).row(named: "empty")
    #expect(row.readyMilliseconds == 0)
    #expect(row.readyRatio == 1)
    #expect(row.totalRatio == 1)
  }

  @Test func `a row has the keys that tools rely on`() throws {
    let plan = try LaunchGraph(nodes: Self.nodes).plan(durations: Self.durations, workers: 3)
    let row = LaunchSimulation(plan).row(named: "example")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = try String(decoding: encoder.encode(row), as: UTF8.self)
    #expect(
      text == """
        {"name":"example","policy":"ready","readyLowerBound":10,"readyMilliseconds":10,\
        "readyRatio":1,"tasks":8,"totalLowerBound":10,"totalMilliseconds":15,"totalRatio":1.5,\
        "workers":3}
        """)
    #expect(try JSONDecoder().decode(LaunchSimulation.Row.self, from: encoder.encode(row)) == row)
  }

  /// An after-ready task runs ahead only where it doesn't delay ready.
  @Test(arguments: UInt64(0)..<6)
  func `filling gaps does not delay ready`(block: UInt64) throws {
    var ahead = 0
    for seed in block * 20..<(block + 1) * 20 {
      var random = SeededGenerator(seed: seed)
      let (graph, durations) = Self.graph(&random)
      let plan = try graph.plan(durations: durations, workers: 3, searchBudget: 0)
      let needed = plan.tasks.filter { $0.stage == .beforeReady }.map(\.name)
      let alone = try LaunchGraph(nodes: graph.nodes.filter { needed.contains($0.name) })
        .plan(durations: durations, workers: 3, searchBudget: 0)
      let simulation = LaunchSimulation(plan)
      #expect(simulation.timeToReady == LaunchSimulation(alone).timeToReady, "seed \(seed)")
      for (task, time) in zip(plan.tasks, simulation.tasks) where task.stage == .afterReady {
        guard let started = time.started, started < simulation.timeToReady else { continue }
        #expect(task.runsAheadAfter != nil, "seed \(seed), \(task.name)")
        ahead += 1
      }
    }
    #expect(ahead > 10)
  }

  static func graph(
    _ random: inout SeededGenerator
  ) -> (graph: LaunchGraph, durations: [String: Duration]) {
    var durations: [String: Duration] = [:]
    let nodes = (0..<Int.random(in: 10...60, using: &random)).map { index in
      durations["t\(index)"] = .microseconds(Int.random(in: 1...9_000, using: &random))
      let edges = (0..<min(index, 2)).map { _ in
        LaunchEdge(.requires, "t\(Int.random(in: 0..<index, using: &random))")
      }
      return LaunchNode(
        "t\(index)", stage: random.chance(15) ? .beforeReady : .afterReady,
        lane: random.chance(30) ? .main : .background, isAsynchronous: random.chance(10),
        edges: edges)
    }
    return (LaunchGraph(nodes: nodes), durations)
  }
}
