// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Simulations of task orders; the plan is made from the best one.
@Suite struct PaperLaunchTests {
  private static func model(
    _ nodes: [LaunchNode], _ milliseconds: [String: Int], workers: Int
  ) throws -> PlanModel {
    let tasks = try LaunchGraph(nodes: nodes).plan(
      durations: milliseconds.mapValues { .milliseconds($0) }, workers: workers
    ).tasks
    try #require(tasks.map(\.name) == nodes.map(\.name))
    return PlanModel(tasks, workers: workers)
  }

  private static func milliseconds(_ nanoseconds: [Int]) -> [Int] {
    nanoseconds.map { $0 / 1_000_000 }
  }

  /// `c` waits for `a`; `m`, on the main lane, waits for `b`.
  private static func ready(workers: Int) throws -> PlanModel {
    try model(
      [
        LaunchNode("a"), LaunchNode("b"), LaunchNode("c", edges: [LaunchEdge(.after, "a")]),
        LaunchNode("m", lane: .main, edges: [LaunchEdge(.after, "b")]),
      ], ["a": 10, "b": 20, "c": 5, "m": 7], workers: workers)
  }

  @Test(
    arguments: [
      (2, [0, 0, 0, 0], [0, 0, 10, 20], 27), (1, [0, 1, 0, 0], [0, 15, 10, 35], 42),
      (1, [1, 0, 2, 0], [20, 0, 30, 20], 35), (1, [0, 0, 0, 0], [0, 10, 30, 30], 37),
    ] as [(Int, [Int], [Int], Int)])
  func `the task with the smallest key gets a place first, and ties go by launch order`(
    workers: Int, keys: [Int], starts: [Int], ready: Int
  ) throws {
    var simulation = ReadySimulation(try Self.ready(workers: workers))
    // A second run starts from scratch.
    for _ in 0..<2 {
      #expect(simulation.run(keys) == ready * 1_000_000)
      #expect(Self.milliseconds(simulation.starts) == starts)
    }
    #expect(simulation.cost == 6)
  }

  @Test func `in a backward simulation the task that ended last goes first`() throws {
    let model = try Self.ready(workers: 1)
    var forwards = ReadySimulation(model)
    _ = forwards.run([1, 0, 2, 0])
    let keys = forwards.reversedKeys()
    #expect(Self.milliseconds(keys) == [-30, -20, -35, -27])
    var backwards = ReadySimulation(model, backwards: true)
    #expect(backwards.run(keys) == 35_000_000)
    #expect(Self.milliseconds(backwards.starts) == [5, 15, 0, 0])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let nodes: [LaunchNode]
    let milliseconds: [Int?]
    /// For each task, after how many before-ready tasks it runs ahead.
    let ahead: [Int?]
    let total: Int

    init(
      _ name: String, _ nodes: [LaunchNode], _ milliseconds: [Int?], ahead: [Int?], total: Int
    ) {
      (testDescription, self.nodes, self.milliseconds) = (name, nodes, milliseconds)
      (self.ahead, self.total) = (ahead, total)
    }
  }

  private static func late(
    _ name: String, _ lane: LaunchLane = .main, after others: String...,
    isAsynchronous: Bool = false
  ) -> LaunchNode {
    LaunchNode(
      name, stage: .afterReady, lane: lane, isAsynchronous: isAsynchronous,
      edges: others.map { LaunchEdge(.after, $0) })
  }

  /// `b` takes the one worker for ten milliseconds, then `c` the main lane for ten.
  @Test(arguments: [
    Row("a task fits a gap of twice its length", [late("x")], [5], ahead: [0], total: 20),
    Row("a longer one runs when the app is ready", [late("x")], [6], ahead: [nil], total: 26),
    Row(
      "a gap after the last task is endless", [late("x", .background)], [99], ahead: [1], total: 109
    ),
    Row("a gap is filled once", [late("x"), late("y")], [5, 5], ahead: [0, nil], total: 25),
    Row(
      "what is left of it is filled, too", [late("x"), late("y")], [4, 3], ahead: [0, 0], total: 20),
    Row(
      "a task whose dependency runs ahead does, too",
      [late("x"), late("y", .background, after: "x")],
      [5, 2], ahead: [0, 1], total: 20),
    Row("a task without a record does not", [late("x")], [nil], ahead: [nil], total: 30),
    Row(
      "nor does one that waits for it", [late("x"), late("y", .background, after: "x")], [nil, 2],
      ahead: [nil, nil], total: 32),
    Row(
      "an asynchronous task needs a gap before ready",
      [late("x", isAsynchronous: true), late("y", isAsynchronous: true)], [5, 9], ahead: [0, nil],
      total: 29),
    Row(
      "and after it no place", [late("x", isAsynchronous: true), late("y")], [8, 7],
      ahead: [nil, nil], total: 28),
    Row(
      "one that runs across ready leaves its place then",
      [late("x", .background, isAsynchronous: true), late("y", .background)], [30, 6],
      ahead: [1, nil], total: 40),
  ])
  func `tasks that ready does not need fill the gaps before ready`(row: Row) throws {
    let before = [LaunchNode("b"), LaunchNode("c", lane: .main, edges: [LaunchEdge(.after, "b")])]
    var milliseconds = ["b": 10, "c": 10]
    for (node, time) in zip(row.nodes, row.milliseconds) { milliseconds[node.name] = time }
    let model = try Self.model(before + row.nodes, milliseconds, workers: 1)
    var ready = ReadySimulation(model)
    let keys = Array(model.indices)
    let time = ready.run(keys)
    var simulation = GapSimulation(model, starts: ready.starts, ready: time)
    for _ in 0..<2 {
      #expect(simulation.run(keys) == row.total * 1_000_000)
      #expect(Array(simulation.aheadAfter.dropFirst(2)) == row.ahead)
    }
  }
}
