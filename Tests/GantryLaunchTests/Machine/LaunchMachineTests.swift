// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

@Suite struct LaunchMachineTests {
  @Test func `an essential failure stops the launch and cancels the rest`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", isEssential: true), LaunchNode("b", edges: [LaunchEdge(.after, "a")]),
    ]).plan()
    var machine = LaunchMachine(plan)
    _ = machine.handle(.start)
    let failed = LaunchOutcome.failed(message: "x")
    #expect(
      machine.handle(.finished(task: 0, failed)) == [
        .settled(task: 0, failed), .stop(task: 0, failed), .settled(task: 1, .cancelled),
      ])
  }

  @Test func `a failed task is retried after growing waits`() throws {
    let retry = RetryPolicy(count: 3, delay: .seconds(1), factor: 3, cap: .seconds(4))
    var machine = LaunchMachine(try LaunchGraph(nodes: [LaunchNode("a", retry: retry)]).plan())
    _ = machine.handle(.start)
    for (attempt, wait) in [(2, 1), (3, 3), (4, 4)] {
      #expect(
        machine.handle(.finished(task: 0, .failed(message: "x")))
          == [.rest(task: 0, attempt: attempt, for: .seconds(wait))])
      // Only the end of this wait begins the next attempt.
      #expect(machine.handle(.rested(task: 0, attempt: attempt - 1)) == [])
      #expect(
        machine.handle(.rested(task: 0, attempt: attempt)) == [.run(task: 0, attempt: attempt)])
    }
    let last = LaunchOutcome.failed(message: "y")
    #expect(machine.handle(.finished(task: 0, last)) == [.settled(task: 0, last)])
  }

  @Test func `a timeout of an earlier attempt does not end the next one`() throws {
    var machine = LaunchMachine(
      try LaunchGraph(nodes: [LaunchNode("a", retry: .immediately(1))]).plan())
    _ = machine.handle(.start)
    _ = machine.handle(.finished(task: 0, .failed(message: "x")))
    #expect(machine.handle(.timedOut(task: 0, attempt: 1)) == [])
    #expect(
      machine.handle(.timedOut(task: 0, attempt: 2))
        == [.settled(task: 0, .timedOut), .replaced(task: 0)])
  }

  @Test func `an on-demand task that is demanded before the start runs at the start`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("lazy", stage: .onDemand), LaunchNode("off", skipped: "x"),
    ]).plan()
    var machine = LaunchMachine(plan)
    #expect(machine.handle(.demanded("lazy")) == [])
    #expect(machine.handle(.demanded("off")) == [])
    #expect(
      machine.handle(.start) == [
        .settled(task: 1, .skipped(because: [LaunchSkip("off", .disabled("x"))])),
        .run(task: 0, attempt: 1),
      ])
  }

  @Test(arguments: [(2, 5, "b"), (5, 2, "a"), (3, 3, "a")])
  func `a wait follows the dependency that has been running longest`(
    a: Int, b: Int, name: String
  ) throws {
    let edges = [LaunchEdge(.requires, "a"), LaunchEdge(.requires, "b")]
    let plan = try LaunchGraph(
      nodes: [LaunchNode("a"), LaunchNode("b"), LaunchNode("c", edges: edges)]
    ).plan(workers: 2)
    var machine = LaunchMachine(plan)
    _ = machine.handle(.start)
    let wait = machine.wait(for: "c") { .seconds($0 == 0 ? a : b) }
    #expect(wait?.chain == ["c", name])
    #expect(wait?.elapsed == .seconds(max(a, b)))
  }

  @Test func `a wait for a task between two attempts counts from the task's first start`() throws {
    let retry = RetryPolicy(count: 1, delay: .seconds(1))
    var machine = LaunchMachine(try LaunchGraph(nodes: [LaunchNode("a", retry: retry)]).plan())
    _ = machine.handle(.start)
    _ = machine.handle(.finished(task: 0, .failed(message: "x")))
    let wait = machine.wait(for: "a") { _ in .seconds(4) }
    #expect(wait?.state == .resting(attempt: 2, failure: "x"))
    #expect(wait?.elapsed == .seconds(4))
  }

  @Test func `a milestone that is reached twice counts once`() throws {
    let edges = [LaunchEdge(.after, "consent"), LaunchEdge(.requires, "slow")]
    let plan = try LaunchGraph(
      nodes: [LaunchNode("slow"), LaunchNode("gated", stage: .afterReady, edges: edges)],
      milestones: [Milestone("consent")]
    ).plan()
    try #require(plan.tasks.map(\.name) == ["slow", "gated"])
    var machine = LaunchMachine(plan)
    _ = machine.handle(.start)
    #expect(machine.handle(.reached(Milestone("consent"))) == [])
    #expect(machine.handle(.reached(Milestone("consent"))) == [])
    _ = machine.handle(.finished(task: 0, .succeeded))
    #expect(machine.handle(.acknowledged(task: 0)) == [.ready, .run(task: 1, attempt: 1)])
  }

  @Test func `invalid inputs change nothing`() throws {
    var machine = LaunchMachine(try LaunchGraph(nodes: [LaunchNode("a")]).plan())
    let inputs: [LaunchMachine.Input] = [
      .finished(task: 0, .succeeded), .finished(task: 7, .succeeded), .acknowledged(task: 0),
      .acknowledged(task: -1), .timedOut(task: 7, attempt: 1), .reached(Milestone("unknown")),
      .returned(task: 0), .returned(task: 7), .returned(task: -1), .rested(task: 7, attempt: 1),
      .takenBack([7, -1]),
    ]
    for input in inputs { #expect(machine.handle(input) == []) }
    _ = machine.handle(.start)
    #expect(machine.handle(.start) == [])
    #expect(machine.handle(.demanded("unknown")) == [])
    #expect(machine.outcome(of: 0) == nil)
    #expect(machine.outcome(of: 7) == nil)
  }

  @Test func `idle tasks run one at a time, after all after-ready tasks`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", stage: .afterReady), LaunchNode("b", stage: .idle),
      LaunchNode("c", stage: .idle),
    ]).plan()
    var machine = LaunchMachine(plan)
    #expect(machine.handle(.start) == [.ready, .run(task: 0, attempt: 1)])
    for task in 0..<2 {
      _ = machine.handle(.finished(task: task, .succeeded))
      #expect(
        machine.handle(.acknowledged(task: task))
          == [.run(task: task + 1, attempt: 1)])
    }
    _ = machine.handle(.finished(task: 2, .succeeded))
    #expect(machine.handle(.acknowledged(task: 2)) == [.quiet, .finished])
  }

  @Test func `a wait names the chain down to the running task`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Orders", edges: [LaunchEdge(.requires, "Storage.open")], isJoin: true),
      LaunchNode("Storage.open", lane: .main),
    ]).plan()
    var machine = LaunchMachine(plan)
    _ = machine.handle(.start)
    let wait = machine.wait(for: "Orders") { _ in .milliseconds(3200) }
    #expect(
      wait?.description
        == "waiting for Orders ← Storage.open, running for 3.2 s on the main lane")
  }
}
