// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

/// Tasks that run ahead of *ready*, as the machine releases them.
@Suite struct LaunchAheadTests {
  typealias Action = LaunchMachine.Action

  /// Ready waits 10 ms for w1, then 10 ms for m1, which leaves the main lane a gap at the start.
  static let nodes = [
    LaunchNode("w1"), LaunchNode("m1", lane: .main, edges: [LaunchEdge(.requires, "w1")]),
  ]
  static let durations: [String: Duration] = [
    "w1": .milliseconds(10), "m1": .milliseconds(10), "short": .milliseconds(5),
    "long": .milliseconds(6),
  ]

  static func plan(_ extra: [LaunchNode], workers: Int = 1) throws -> LaunchPlan {
    try LaunchGraph(nodes: nodes + extra).plan(durations: durations, workers: workers)
  }

  /// The names of the tasks that are told to run.
  static func names(_ actions: [Action], _ plan: LaunchPlan) -> [String] {
    actions.compactMap { action in
      if case .run(let task, _) = action { plan.tasks[task].name } else { nil }
    }
  }

  static func end(
    _ name: String, in machine: inout LaunchMachine
  ) -> [String] {
    guard let task = machine.plan.tasks.firstIndex(where: { $0.name == name }) else { return [] }
    let actions = machine.handle(.finished(task: task, .succeeded))
    return names(actions + machine.handle(.acknowledged(task: task)), machine.plan)
  }

  @Test(arguments: [("short", true), ("long", false)])
  func `a task runs ahead of ready only in a gap at least twice as long`(
    name: String, fits: Bool
  ) throws {
    let plan = try Self.plan([LaunchNode(name, stage: .afterReady, lane: .main)])
    #expect(plan.task(named: name)?.runsAheadAfter == (fits ? 0 : nil))
    var machine = LaunchMachine(plan)
    let begun = Self.names(machine.handle(.start), plan)
    #expect(Set(begun) == (fits ? ["w1", name] : ["w1"]))
  }

  @Test func `a task that runs ahead waits for its gap`() throws {
    // The background lane is free once m1's turn has come, after both of its tasks have begun.
    let plan = try Self.plan([LaunchNode("short", stage: .afterReady)])
    #expect(plan.task(named: "short")?.runsAheadAfter == 1)
    var machine = LaunchMachine(plan)
    #expect(Self.names(machine.handle(.start), plan) == ["w1"])
    #expect(Self.end("w1", in: &machine) == ["m1", "short"])
  }

  @Test func `in a shuffled launch no task runs ahead`() throws {
    let plan = try Self.plan([LaunchNode("short", stage: .afterReady)])
    let shuffled = plan.shuffled(by: LaunchShuffle(seed: 1))
    #expect(shuffled.task(named: "short")?.stage == .afterReady)
    #expect(shuffled.tasks.allSatisfy { $0.runsAheadAfter == nil })
  }

  @Test func `a task without a recorded duration does not run ahead`() throws {
    let unknown = LaunchNode("unknown", stage: .afterReady, lane: .main)
    let follower = LaunchNode(
      "short", stage: .afterReady, lane: .main, edges: [LaunchEdge(.after, "unknown")])
    let plan = try Self.plan([unknown, follower])
    #expect(plan.task(named: "unknown")?.runsAheadAfter == nil)
    #expect(plan.task(named: "short")?.runsAheadAfter == nil)
    let blind = try LaunchGraph(nodes: Self.nodes + [unknown]).plan()
    #expect(blind.tasks.allSatisfy { $0.runsAheadAfter == nil })
  }

  @Test func `a task after a milestone does not run ahead even once the milestone is reached`()
    throws
  {
    let node = LaunchNode(
      "short", stage: .afterReady, lane: .main, edges: [LaunchEdge(.after, "consent")])
    let plan = try LaunchGraph(nodes: Self.nodes + [node], milestones: [Milestone("consent")])
      .plan(durations: Self.durations)
    #expect(plan.task(named: "short")?.runsAheadAfter == nil)
    var machine = LaunchMachine(plan)
    _ = machine.handle(.start)
    #expect(machine.handle(.reached(Milestone("consent"))) == [])
  }

  @Test func `no task runs ahead in a freed place before dependents have been notified`() throws {
    let plan = try Self.plan([LaunchNode("short", stage: .afterReady)])
    var machine = LaunchMachine(plan)
    _ = machine.handle(.start)
    let w1 = try #require(plan.tasks.firstIndex { $0.name == "w1" })
    #expect(Self.names(machine.handle(.finished(task: w1, .succeeded)), plan) == [])
    #expect(Self.names(machine.handle(.acknowledged(task: w1)), plan) == ["m1", "short"])
  }

  @Test func `an asynchronous task that runs ahead takes a place until ready`() throws {
    let plan = try Self.plan([
      LaunchNode("short", stage: .afterReady, isAsynchronous: true),
      LaunchNode("long", stage: .afterReady, isAsynchronous: true),
      LaunchNode("x", stage: .afterReady),
    ])
    #expect(plan.task(named: "long")?.runsAheadAfter == 1)
    var machine = LaunchMachine(plan)
    _ = machine.handle(.start)
    // There is one worker: of the two free tasks, the longer one gets the place.
    #expect(Self.end("w1", in: &machine) == ["m1", "long"])
    #expect(Set(Self.end("m1", in: &machine)) == ["short", "x"])
  }

  /// It may suspend longer than any gap, and may even wait for the task that needs its place.
  @Test(arguments: [true, false])
  func `a before-ready task takes the place of an asynchronous task that runs ahead`(
    isAsynchronous: Bool
  ) throws {
    let plan = try Self.plan([
      LaunchNode("short", stage: .afterReady, lane: .main, isAsynchronous: isAsynchronous)
    ])
    var machine = LaunchMachine(plan)
    #expect(Set(Self.names(machine.handle(.start), plan)) == ["w1", "short"])
    #expect(Self.end("w1", in: &machine) == (isAsynchronous ? ["m1"] : []))
    #expect(Self.end("short", in: &machine) == (isAsynchronous ? [] : ["m1"]))
    #expect(Self.end("m1", in: &machine) == [])
    #expect(machine.isReady && machine.isFinished)
  }

  @Test func `an asynchronous task that times out frees its place for a waiting task`() throws {
    let plan = try Self.plan([
      LaunchNode("short", stage: .afterReady, isAsynchronous: true),
      LaunchNode("long", stage: .afterReady, isAsynchronous: true),
    ])
    var machine = LaunchMachine(plan)
    _ = machine.handle(.start)
    #expect(Self.end("w1", in: &machine) == ["m1", "long"])
    let long = try #require(plan.tasks.firstIndex { $0.name == "long" })
    #expect(Self.names(machine.handle(.timedOut(task: long, attempt: 1)), plan) == ["short"])
    // Its late end frees no second place.
    #expect(machine.handle(.finished(task: long, .succeeded)) == [])
  }

  @Test func `a promoted task runs at once, ahead of ready`() throws {
    let plan = try LaunchGraph(
      nodes: [
        LaunchNode("a", lane: .main, edges: [LaunchEdge(.requires, "b")]),
        LaunchNode("b", stage: .afterReady, lane: .main), LaunchNode("c", stage: .afterReady),
      ]
    ).plan()
    var machine = LaunchMachine(plan)
    #expect(Self.names(machine.handle(.start), plan) == ["b"])
    #expect(Self.end("b", in: &machine) == ["a"])
    #expect(Self.end("a", in: &machine) == ["c"])
  }

  @Test(arguments: [LaunchPolicy.fifo, .rank])
  func `a policy without regard for ready holds no task back`(policy: LaunchPolicy) throws {
    let plan = try LaunchGraph(
      nodes: Self.nodes + [LaunchNode("long", stage: .afterReady, lane: .main)]
    ).plan(durations: Self.durations, policy: policy)
    var machine = LaunchMachine(plan)
    #expect(Set(Self.names(machine.handle(.start), plan)) == ["w1", "long"])
  }

  @Test func `the report says that a task ran in a gap`() async throws {
    let plan = try Self.plan([LaunchNode("short", stage: .afterReady, lane: .main)])
    let report = await plan.run(bodies: [
      "w1": .background {}, "m1": .main {}, "short": .main {},
    ])
    #expect(report.task(named: "short")?.releasedBy == .gap)
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
  }
}
