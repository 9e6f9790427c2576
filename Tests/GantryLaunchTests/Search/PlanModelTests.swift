// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// A plan in flat arrays, as simulations use it.
@Suite struct PlanModelTests {
  /// What the model contains for one task.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let isBlocking: Bool
    let isSimulated: Bool
    let mayRunAhead: Bool
    let lane: Int?
    let milliseconds: Int
    var testDescription: String { name }

    init(
      _ name: String, blocks: Bool, simulated: Bool, ahead: Bool, lane: Int?, _ milliseconds: Int
    ) {
      (self.name, isBlocking, isSimulated) = (name, blocks, simulated)
      (mayRunAhead, self.lane, self.milliseconds) = (ahead, lane, milliseconds)
    }
  }

  private static func plan() throws -> LaunchPlan {
    let late = LaunchStage.afterReady
    let milliseconds = [
      "start": 10, "view": 30, "ahead": 20, "behindUnknown": 40, "gated": 50, "behindGated": 60,
    ]
    return try LaunchGraph(
      nodes: [
        LaunchNode("start"),
        LaunchNode("join", edges: [LaunchEdge(.requires, "start")], isJoin: true),
        LaunchNode(
          "view", lane: .main, isAsynchronous: true, edges: [LaunchEdge(.requires, "join")]),
        LaunchNode("ahead", stage: late, lane: .main, edges: [LaunchEdge(.requires, "start")]),
        LaunchNode("unknown", stage: late),
        LaunchNode("behindUnknown", stage: late, edges: [LaunchEdge(.after, "unknown")]),
        LaunchNode("gated", stage: late, edges: [LaunchEdge(.after, "seen")]),
        LaunchNode("behindGated", stage: late, edges: [LaunchEdge(.after, "gated")]),
        LaunchNode("idle", stage: .idle), LaunchNode("lazy", stage: .onDemand),
        LaunchNode("off", stage: late, skipped: "x"),
      ], milestones: [Milestone("seen")]
    ).plan(durations: milliseconds.mapValues { .milliseconds($0) })
  }

  @Test(arguments: [
    Row("start", blocks: true, simulated: true, ahead: true, lane: 1, 10),
    Row("join", blocks: true, simulated: true, ahead: true, lane: nil, 0),
    Row("view", blocks: true, simulated: true, ahead: true, lane: nil, 30),
    Row("ahead", blocks: false, simulated: true, ahead: true, lane: 0, 20),
    // Without a recorded duration it is as long as the median of six.
    Row("unknown", blocks: false, simulated: true, ahead: false, lane: 1, 40),
    Row("behindUnknown", blocks: false, simulated: true, ahead: false, lane: 1, 40),
    Row("gated", blocks: false, simulated: false, ahead: false, lane: 1, 50),
    Row("behindGated", blocks: false, simulated: false, ahead: false, lane: 1, 60),
    Row("idle", blocks: false, simulated: false, ahead: false, lane: 1, 40),
    Row("lazy", blocks: false, simulated: false, ahead: false, lane: 1, 40),
    Row("off", blocks: false, simulated: true, ahead: true, lane: nil, 0),
  ])
  func `a model describes each task for the simulation`(row: Row) throws {
    let plan = try Self.plan()
    let model = PlanModel(plan.tasks, workers: 2)
    let task = try #require(plan.tasks.firstIndex { $0.name == row.name })
    #expect(model.isBlocking[task] == row.isBlocking)
    #expect(model.isSimulated[task] == row.isSimulated)
    #expect(model.mayRunAhead[task] == row.mayRunAhead)
    #expect(model.lane(of: task) == row.lane)
    #expect(model.durations[task] == row.milliseconds * 1_000_000)
  }

  @Test func `without recorded durations all tasks are equally long`() throws {
    let nodes = [LaunchNode("a"), LaunchNode("b", edges: [LaunchEdge(.after, "a")])]
    let model = PlanModel(try LaunchGraph(nodes: nodes).plan().tasks, workers: 1)
    #expect(model.durations == [1, 1])
    #expect(model.ways(within: [true, true]) == [2, 1])
    #expect(model.ways(within: [true, false])[0] == 1)
  }

  @Test func `a visit costs one per task and one per edge, and nothing for joins`() throws {
    let nodes = [
      LaunchNode("a"), LaunchNode("b", edges: [LaunchEdge(.after, "a")]),
      LaunchNode("c", edges: [LaunchEdge(.after, "a"), LaunchEdge(.after, "b")]),
      LaunchNode("j", edges: [LaunchEdge(.after, "c")], isJoin: true),
    ]
    let plan = try LaunchGraph(nodes: nodes).plan()
    try #require(plan.tasks.map(\.name) == ["a", "b", "c", "j"])
    #expect(PlanModel(plan.tasks, workers: 1).costs == [3, 2, 1, 0])
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

  @Test(arguments: [0, 1, 5, 1_000_000])
  func `adding up durations at the limit does not overflow`(count: Int) {
    let limit = PlanModel.limit(count)
    #expect(limit > 0 && !limit.multipliedReportingOverflow(by: 8 * (count + 1)).overflow)
  }
}
