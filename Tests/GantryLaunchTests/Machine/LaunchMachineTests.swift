// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryLaunch

@Suite struct LaunchMachineTests {
  @Test func `an essential failure stops the launch and cancels the rest`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", isEssential: true), LaunchNode("b", edges: [LaunchEdge(.after, "a")]),
    ]).plan()
    var machine = Machine(plan)
    _ = machine.handle(.start)
    let failed = LaunchOutcome.failed(message: "x")
    #expect(
      machine.handle(.ended(Ticket(0, 1), failed)) == [
        .settled(Ticket(0, 1), failed), .stop(.essential(0)), .cancelAll,
        .settled(Ticket(1, 0), .cancelled),
      ])
  }

  @Test func `a failed task is retried after growing waits`() throws {
    let retry = RetryPolicy(count: 3, delay: .seconds(1), factor: 3, cap: .seconds(4))
    var machine = Machine(try LaunchGraph(nodes: [LaunchNode("a", retry: retry)]).plan())
    _ = machine.handle(.start)
    for (attempt, wait) in [(1, 1), (2, 3), (3, 4)] as [(Int32, Int)] {
      let failed = Ticket(0, attempt)
      #expect(
        machine.handle(.ended(failed, .failed(message: "x")))
          == [.retry(failed, after: .seconds(wait))])
      // Only the end of this wait begins the next attempt.
      #expect(machine.handle(.rested(Ticket(0, attempt - 1))) == [])
      #expect(machine.handle(.rested(failed)) == [.run(Ticket(0, attempt + 1))])
    }
    let last = LaunchOutcome.failed(message: "y")
    #expect(machine.handle(.ended(Ticket(0, 4), last)) == [.settled(Ticket(0, 4), last), .ready])
  }

  @Test func `a timeout of an earlier attempt does not end the next one`() throws {
    var machine = Machine(
      try LaunchGraph(nodes: [LaunchNode("a", retry: .immediately(1))]).plan())
    _ = machine.handle(.start)
    _ = machine.handle(.ended(Ticket(0, 1), .failed(message: "x")))
    #expect(machine.handle(.timedOut(Ticket(0, 1))) == [])
    let second = Ticket(0, 2)
    #expect(
      machine.handle(.timedOut(second))
        == [.settled(second, .timedOut), .cancel(second), .replaced(second), .ready])
  }

  @Test func `an on-demand task that is demanded before the start runs at the start`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("lazy", stage: .onDemand), LaunchNode("off", skipped: "x"),
    ]).plan()
    var machine = Machine(plan)
    #expect(machine.handle(.demanded(plan.position("lazy"))) == [])
    #expect(machine.handle(.demanded(plan.position("off"))) == [])
    #expect(
      machine.handle(.start) == [
        .settled(Ticket(1, 0), .skipped(because: [LaunchSkip("off", .disabled("x"))])), .ready,
        .run(Ticket(0, 1)),
      ])
  }

  @Test(arguments: [(2, 5, "b"), (5, 2, "a"), (3, 3, "a")] as [(Int, Int, ModuleName)])
  func `a wait follows the dependency that has been running longest`(
    a: Int, b: Int, name: ModuleName
  ) throws {
    let edges = [LaunchEdge(.requires, "a"), LaunchEdge(.requires, "b")]
    let plan = try LaunchGraph(
      nodes: [LaunchNode("a"), LaunchNode("b"), LaunchNode("c", edges: edges)]
    ).plan(workers: 2)
    var machine = Machine(plan)
    _ = machine.handle(.start)
    _ = machine.handle(.began(Ticket(0, 1)), at: .seconds(10 - a))
    _ = machine.handle(.began(Ticket(1, 1)), at: .seconds(10 - b))
    let wait = machine.wait(for: "c", at: .seconds(10))
    #expect(wait?.chain == ["c", name])
    #expect(wait?.elapsed == .seconds(max(a, b)))
  }

  @Test func `a wait for a task between two attempts counts from the task's first start`() throws {
    let retry = RetryPolicy(count: 1, delay: .seconds(1))
    var machine = Machine(try LaunchGraph(nodes: [LaunchNode("a", retry: retry)]).plan())
    _ = machine.handle(.start)
    _ = machine.handle(.began(Ticket(0, 1)), at: .seconds(1))
    _ = machine.handle(.ended(Ticket(0, 1), .failed(message: "x")), at: .seconds(2))
    let wait = machine.wait(for: "a", at: .seconds(5))
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
    var machine = Machine(plan)
    _ = machine.handle(.start)
    #expect(machine.handle(.reached(Milestone("consent"))) == [])
    #expect(machine.handle(.reached(Milestone("consent"))) == [])
    #expect(
      machine.handle(.ended(Ticket(0, 1), .succeeded))
        == [.settled(Ticket(0, 1), .succeeded), .ready, .run(Ticket(1, 1))])
  }

  @Test func `invalid inputs change nothing`() throws {
    var machine = Machine(try LaunchGraph(nodes: [LaunchNode("a")]).plan())
    let inputs: [Machine.Input] = [
      .ended(Ticket(0, 1), .succeeded), .ended(Ticket(7, 1), .succeeded),
      .ended(Ticket(-1, 1), .succeeded), .began(Ticket(0, 1)), .began(Ticket(7, 1)),
      .timedOut(Ticket(7, 1)), .rested(Ticket(0, 1)), .rested(Ticket(7, 1)),
      .created(Ticket(0, 1)), .created(Ticket(-1, 1)), .reached(Milestone("unknown")),
      .demanded(7), .demanded(-1), .gone(0), .gone(-1), .workFailed(0, "x"), .workFailed(-1, "x"),
      .gaveUp(1), .obtained(.provider(0), by: 0), .obtained(.ready, by: 0),
    ]
    for input in inputs {
      let before = machine
      #expect(machine.handle(input) == [])
      #expect(machine == before, "\(input)")
    }
    _ = machine.handle(.start)
    let before = machine
    #expect(machine.handle(.start) == [])
    #expect(machine.handle(.demanded(7)) == [])
    #expect(machine == before)
    #expect(machine.outcome(of: 0) == nil)
    #expect(machine.outcome(of: 7) == nil)
  }

  @Test func `idle tasks run one at a time, after all after-ready tasks`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", stage: .afterReady), LaunchNode("b", stage: .idle),
      LaunchNode("c", stage: .idle),
    ]).plan()
    var machine = Machine(plan)
    #expect(machine.handle(.start) == [.ready, .run(Ticket(0, 1))])
    for task in 0..<2 {
      #expect(
        machine.handle(.ended(Ticket(task, 1), .succeeded))
          == [.settled(Ticket(task, 1), .succeeded), .run(Ticket(task + 1, 1))])
    }
    #expect(machine.handle(.awaited(1, .quiet, by: nil)) == [])
    #expect(
      machine.handle(.ended(Ticket(2, 1), .succeeded))
        == [.settled(Ticket(2, 1), .succeeded), .resume(1, .done)])
    #expect(machine.isSettled)
  }

  @Test func `a wait names the chain down to the running task`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Orders", edges: [LaunchEdge(.requires, "Storage.open")], isJoin: true),
      LaunchNode("Storage.open", lane: .main),
    ]).plan()
    var machine = Machine(plan)
    _ = machine.handle(.start)
    _ = machine.handle(.began(Ticket(0, 1)))
    let wait = machine.wait(for: "Orders", at: .milliseconds(3200))
    #expect(
      wait?.description
        == "waiting for Orders ← Storage.open, running for 3.2 s on the main lane")
  }
}
