// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import TestRounds
import Testing

/// The times of a launch whose tasks take exactly their durations.
@Suite struct LaunchTimesTests {
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

  private static func names(
    _ plan: LaunchPlan, _ times: LaunchPlan.Times
  ) -> [String: Range<Duration>] {
    let ran = zip(plan.tasks, times.tasks).compactMap { task, time in
      time.map { (task.name.rawValue, $0) }
    }
    return Dictionary(uniqueKeysWithValues: ran)
  }

  private static func range(_ start: Int, _ end: Int) -> Range<Duration> {
    .milliseconds(start)..<(.milliseconds(end))
  }

  @Test func `each task runs as soon as it may, on a free place of its lane`() throws {
    let plan = try LaunchGraph(nodes: Self.nodes).plan(durations: Self.durations)
    let times = plan.times()
    #expect(times.ready == .milliseconds(10))
    #expect(times.end == .milliseconds(20))
    #expect(
      Self.names(plan, times) == [
        "a": Self.range(0, 4), "b": Self.range(4, 10), "J": Self.range(10, 10),
        "late": Self.range(10, 15), "i1": Self.range(15, 17), "i2": Self.range(17, 20),
      ])
  }

  @Test func `a plan has other times with other durations and workers`() throws {
    let graph = LaunchGraph(nodes: (0..<4).map { LaunchNode("w\($0)") })
    let plan = try graph.plan(workers: 2)
    let durations = Dictionary(
      uniqueKeysWithValues: graph.nodes.map { ($0.name, Duration.milliseconds(1)) })
    #expect(plan.times().end == .zero)
    #expect(plan.times(durations: durations).end == .milliseconds(2))
    #expect(plan.times(durations: durations, workers: 4).end == .milliseconds(1))
    #expect(plan.times(durations: durations, workers: 0).end == .milliseconds(4))
  }

  @Test func `an empty plan is ready at once`() throws {
    let times = try LaunchGraph(nodes: []).plan().times()
    #expect(times.ready == .zero && times.end == .zero && times.tasks == [])
  }

  @Test(arguments: UInt64(0)..<6)
  func `no after-ready task begins before ready`(block: UInt64) throws {
    for seed in block * 20..<(block + 1) * 20 {
      var random = SeededGenerator(seed: seed)
      let (graph, durations) = Self.graph(&random)
      let plan = try graph.plan(durations: durations, workers: 3)
      let times = plan.times()
      for (task, time) in zip(plan.tasks, times.tasks) where task.stage == .afterReady {
        #expect(try #require(time).lowerBound >= times.ready, "seed \(seed), \(task.name)")
      }
    }
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
