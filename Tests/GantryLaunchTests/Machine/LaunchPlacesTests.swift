// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

@Suite struct LaunchPlacesTests {
  typealias Action = Machine.Action

  static func run(_ task: Int) -> Action { .run(Ticket(task, 1)) }

  /// The actions when a task ends with an outcome.
  static func end(
    _ task: Int, _ outcome: LaunchOutcome = .succeeded, in machine: inout Machine
  ) -> [Action] {
    machine.handle(.ended(Ticket(task, 1), outcome))
  }

  static func machine(_ nodes: [LaunchNode], workers: Int = 2) throws -> Machine {
    Machine(try LaunchGraph(nodes: nodes).plan(workers: workers))
  }

  @Test func `the main lane has one place and the background lane one for each worker`() throws {
    let nodes =
      (0..<3).map { LaunchNode("m\($0)", lane: .main) }
      + (0..<3).map { LaunchNode("w\($0)") }
    var machine = try Self.machine(nodes)
    #expect(machine.handle(.start) == [Self.run(0), Self.run(3), Self.run(4)])
    #expect([1, 2, 5].allSatisfy { machine.nodes[$0].phase == .queued })
    #expect(Self.end(0, in: &machine) == [.settled(Ticket(0, 1), .succeeded), Self.run(1)])
    #expect(Self.end(4, in: &machine) == [.settled(Ticket(4, 1), .succeeded), Self.run(5)])
  }

  @Test(arguments: [(nil, 3), (1, 1), (0, 1), (-4, 1), (4, 4)])
  func `the plan's number of workers applies unless another is given, and is at least one`(
    workers: Int?, expected: Int
  ) throws {
    let plan = try LaunchGraph(nodes: (0..<9).map { LaunchNode("w\($0)") }).plan(workers: 3)
    var machine = Machine(plan, workers: workers)
    #expect(machine.handle(.start) == (0..<expected).map(Self.run))
  }

  @Test func `an asynchronous task takes no place`() throws {
    let nodes = (0..<4).map { LaunchNode("a\($0)", isAsynchronous: true) } + [LaunchNode("b")]
    var machine = try Self.machine(nodes, workers: 1)
    #expect(machine.handle(.start) == (0..<5).map(Self.run))
  }

  @Test func `a join takes no place, and its dependents compete by rank`() throws {
    var machine = try Self.machine(
      [
        LaunchNode("a"), LaunchNode("J", edges: [LaunchEdge(.requires, "a")], isJoin: true),
        LaunchNode("long", edges: [LaunchEdge(.requires, "J")]),
        LaunchNode("end", edges: [LaunchEdge(.requires, "long")]),
        LaunchNode("brief", edges: [LaunchEdge(.requires, "a")]),
      ], workers: 1)
    let names = machine.plan.launchOrder
    #expect(names == ["a", "J", "brief", "long", "end"])
    var actions: [Action] = []
    machine.handle(.start, at: .zero, into: &actions)
    #expect(
      Self.end(0, in: &machine) == [
        .settled(Ticket(0, 1), .succeeded), .settled(Ticket(1, 0), .succeeded), Self.run(3),
      ])
    #expect(machine.nodes[2].phase == .queued)
  }

  @Test func `a main-lane task that timed out keeps its place until it returns`() throws {
    var machine = try Self.machine([LaunchNode("a", lane: .main), LaunchNode("b", lane: .main)])
    #expect(machine.handle(.start) == [Self.run(0)])
    #expect(
      machine.handle(.timedOut(Ticket(0, 1)))
        == [.settled(Ticket(0, 1), .timedOut), .cancel(Ticket(0, 1))])
    #expect(Self.end(0, in: &machine) == [Self.run(1)])
    // A second end frees no second place.
    #expect(Self.end(0, in: &machine) == [])
  }

  @Test func `an immediate retry keeps its place, and a delayed retry gives it back`() throws {
    let failed = LaunchOutcome.failed(message: "x")
    for (retry, next) in [
      (RetryPolicy.immediately(1), [Action.retry(Ticket(0, 1), after: .zero), .run(Ticket(0, 2))]),
      (.backoff, [.retry(Ticket(0, 1), after: .milliseconds(100)), Self.run(1)]),
    ] {
      var machine = try Self.machine([
        LaunchNode("a", lane: .main, retry: retry), LaunchNode("b", lane: .main),
        LaunchNode("c", lane: .main),
      ])
      _ = machine.handle(.start)
      #expect(Self.end(0, failed, in: &machine) == next)
    }
  }

  @Test func `a task cancelled while queued settles at once`() throws {
    var machine = try Self.machine([LaunchNode("a", lane: .main), LaunchNode("b", lane: .main)])
    _ = machine.handle(.start)
    #expect(
      machine.handle(.stop)
        == [.stop(.stopped), .cancelAll, .settled(Ticket(1, 0), .cancelled)])
    _ = Self.end(0, in: &machine)
    #expect(machine.isSettled && machine.bodies == 0)
  }

  @Test func `a demanded task goes to the front of the queue`() throws {
    var machine = try Self.machine(
      (0..<3).map { LaunchNode("m\($0)", lane: .main) } + [
        LaunchNode("z", stage: .onDemand, lane: .main)
      ])
    _ = machine.handle(.start)
    #expect(machine.handle(.demanded(3)) == [])
    #expect(machine.nodes[3].phase == .queued)
    #expect(Self.end(0, in: &machine).last == Self.run(3))
  }

  @Test func `a demand moves a queued after-ready task to the front`() throws {
    var machine = try Self.machine(
      [LaunchNode("a", lane: .main)]
        + ["b", "c", "d"].map { LaunchNode($0, stage: .afterReady, lane: .main) })
    _ = machine.handle(.start)
    #expect(Self.end(0, in: &machine).last == Self.run(1))
    #expect([2, 3].allSatisfy { machine.nodes[$0].phase == .queued })
    #expect(machine.handle(.demanded(3)) == [])
    #expect(Self.end(1, in: &machine).last == Self.run(3))
    #expect(Self.end(3, in: &machine).last == Self.run(2))
  }

  @Test func `a wait for a queued task says which lane it is queued for`() throws {
    var machine = try Self.machine([LaunchNode("a", lane: .main), LaunchNode("b", lane: .main)])
    _ = machine.handle(.start)
    #expect(machine.wait(for: "b")?.state == .queued)
    #expect(machine.wait(for: "b")?.description == "waiting for b, queued for the main lane")
  }

  @Test func `a promoted task runs at once, before ready`() throws {
    var machine = try Self.machine([
      LaunchNode("a", lane: .main, edges: [LaunchEdge(.requires, "b")]),
      LaunchNode("b", stage: .afterReady, lane: .main), LaunchNode("c", stage: .afterReady),
    ])
    let task = machine.plan.position
    #expect(machine.handle(.start) == [Self.run(task("b"))])
    #expect(Self.end(task("b"), in: &machine).last == Self.run(task("a")))
    #expect(Self.end(task("a"), in: &machine).last == Self.run(task("c")))
  }

  @Test func `an after-ready task waits for ready, even if its milestone was reached earlier`()
    throws
  {
    let graph = LaunchGraph(
      nodes: [
        LaunchNode("a"),
        LaunchNode("track", stage: .afterReady, edges: [LaunchEdge(.after, "consent")]),
      ], milestones: [Milestone("consent")])
    var machine = Machine(try graph.plan())
    #expect(machine.handle(.start) == [Self.run(0)])
    #expect(machine.handle(.reached(Milestone("consent"))) == [])
    #expect(Self.end(0, in: &machine).last == Self.run(1))
  }
}
