// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestRounds
import Testing

@testable import GantryLaunch

@Suite struct LaunchRankingTests {
  static func rank(_ plan: LaunchPlan) -> [ModuleName] {
    plan.tasks.sorted { $0.rank < $1.rank }.map(\.name)
  }

  @Test
  func `tasks that ready needs go first, and the longest path to ready goes first among them`()
    throws
  {
    let nodes = [
      LaunchNode("a"), LaunchNode("b"),
      LaunchNode("c", edges: [LaunchEdge(.requires, "b")]),
      LaunchNode("d", stage: .afterReady),
      LaunchNode("e", stage: .afterReady, edges: [LaunchEdge(.requires, "a")]),
    ]
    let graph = LaunchGraph(nodes: nodes)
    // Without durations, paths are counted in tasks: `c` follows `b`; `a` has no such follower.
    #expect(Self.rank(try graph.plan()) == ["b", "a", "c", "d", "e"])
    let records: [String: Duration] = [
      "a": .seconds(5), "b": .seconds(1), "c": .seconds(1), "d": .seconds(1), "e": .seconds(2),
    ]
    #expect(Self.rank(try graph.plan(durations: records)) == ["a", "b", "c", "e", "d"])
  }

  @Test func `a higher priority goes before a longer path, and after an earlier stage`() throws {
    let graph = LaunchGraph(nodes: [
      LaunchNode("long", priority: -1), LaunchNode("short"), LaunchNode("high", priority: 1),
      LaunchNode("late", stage: .afterReady, priority: 1_000),
    ])
    let plan = try graph.plan(durations: ["long": .seconds(9), "short": .seconds(1)])
    #expect(Self.rank(plan) == ["high", "short", "long", "late"])
  }

  @Test func `equal priorities and paths break ties by tie-break, then by name`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("d"), LaunchNode("c", tieBreak: -1), LaunchNode("b", priority: 100),
      LaunchNode("a", priority: -100),
    ]).plan()
    #expect(Self.rank(plan) == ["b", "c", "d", "a"])
  }

  /// Two modules of main-lane tasks: three of a low priority in a row, and one of a high priority.
  private static let rivals = LaunchGraph(nodes: [
    LaunchNode("LowLong.a", lane: .main),
    LaunchNode("LowLong.b", lane: .main, edges: [LaunchEdge(.requires, "LowLong.a")]),
    LaunchNode("LowLong.c", lane: .main, edges: [LaunchEdge(.requires, "LowLong.b")]),
    LaunchNode("HighShort.x", lane: .main, priority: 1_000),
    LaunchNode(
      "HighShort", priority: 1_000, edges: [LaunchEdge(.requires, "HighShort.x")], isJoin: true),
    LaunchNode("Later", stage: .afterReady, lane: .main, priority: 2_000),
  ])

  @Test func `of the tasks that could start, the one with the highest priority runs first`()
    async throws
  {
    let order = OrderLog()
    let plan = try Self.rivals.plan()
    let names = plan.tasks.filter { !$0.isJoin }.map(\.name.rawValue)
    let bodies = names.map { name in (name, LaunchBody.main { order.note(name) }) }
    _ = await plan.run(bodies: Dictionary(uniqueKeysWithValues: bodies))
    #expect(order.words == ["HighShort.x", "LowLong.a", "LowLong.b", "LowLong.c", "Later"])
  }

  @Test func `a printed plan has the order in which its tasks run`() throws {
    let plan = try Self.rivals.plan()
    #expect(
      plan.description == """
        #  name         stage        lane  priority  waits for
        1  HighShort.x  beforeReady  main      1000
        2  HighShort    beforeReady  join      1000  HighShort.x
        3  LowLong.a    beforeReady  main         0
        4  LowLong.b    beforeReady  main         0  LowLong.a
        5  LowLong.c    beforeReady  main         0  LowLong.b
        6  Later        afterReady   main      2000
        """)
    // Stages keep their order even in a shuffled plan.
    let shuffled = plan.shuffled(by: LaunchShuffle(seed: 1)).description.split(separator: "\n")
    #expect(shuffled.count == 7 && shuffled.last?.contains("Later") == true)
  }

  @Test func `a task without a recorded duration counts as long as the median task`() throws {
    let graph = LaunchGraph(nodes: ["a", "b", "c", "new"].map { LaunchNode($0) })
    let plan = try graph.plan(
      durations: ["a": .seconds(1), "b": .seconds(3), "c": .seconds(2)])
    #expect(Self.rank(plan) == ["b", "c", "new", "a"])
    #expect(plan.task(named: "new")?.recordedDuration == nil)
  }

  @Test func `the same nodes give the same plan, whatever their order`() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let (graph, durations) = LaunchTimesTests.graph(&random)
      let shuffled = LaunchGraph(nodes: graph.nodes.shuffled(using: &random))
      let plan = try graph.plan(durations: durations, workers: 3)
      #expect(try shuffled.plan(durations: durations, workers: 3) == plan)
      let copy = try JSONDecoder().decode(LaunchPlan.self, from: JSONEncoder().encode(plan))
      #expect(copy == plan)
      #expect(copy.times() == plan.times())
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
    #expect(plan.times().tasks.allSatisfy { $0 != nil })
  }

  @Test(.timeLimit(.minutes(5)), arguments: [LaunchStage.beforeReady, .afterReady, .idle])
  func `a chain of thousands of tasks is planned and simulated in almost linear work`(
    stage: LaunchStage
  ) throws {
    let count = rounds(100_000)
    let nodes = (0..<count).map { index in
      LaunchNode(
        "t\(index)", stage: stage,
        edges: index == 0 ? [] : [LaunchEdge(.requires, "t\(index - 1)")])
    }
    let durations = Dictionary(
      uniqueKeysWithValues: nodes.map { ($0.name, Duration.milliseconds(1)) })
    let plan = try LaunchGraph(nodes: nodes).plan(durations: durations, workers: 3)
    #expect(plan.times().end == .milliseconds(count))
  }

  @Test(
    arguments: [
      (.nanoseconds(7), .max, 7), (.seconds(3), .max, 3_000_000_000), (.zero, .max, 0),
      (.seconds(-1), .max, 0), (.nanoseconds(-1), .max, 0),
      (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), .max, 1),
      (.milliseconds(4_999), 5_000_000_000, 4_999_000_000),
      (.milliseconds(5_500), 5_000_000_000, 5_000_000_000),
      (.seconds(Int64.max), .max, .max), (.seconds(9), 3, 3),
    ] as [(Duration, Int, Int)])
  func `durations are whole nanoseconds within the limit`(
    duration: Duration, limit: Int, nanoseconds: Int
  ) {
    #expect(duration.nanoseconds(limit: limit) == nanoseconds)
  }
}
