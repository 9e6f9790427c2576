// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

@Suite struct LaunchPlacesTests {
  typealias Action = LaunchMachine.Action

  static func run(_ task: Int) -> Action { .run(task: task, attempt: 1) }

  /// The actions when a task ends with an outcome and its dependents have been notified.
  static func end(
    _ task: Int, _ outcome: LaunchOutcome = .succeeded, in machine: inout LaunchMachine
  ) -> [Action] {
    let actions = machine.handle(.finished(task: task, outcome))
    return actions + machine.handle(.acknowledged(task: task))
  }

  static func machine(_ nodes: [LaunchNode], workers: Int = 2) throws -> LaunchMachine {
    LaunchMachine(try LaunchGraph(nodes: nodes).plan(workers: workers))
  }

  @Test func `the main lane has one place and the background lane one for each worker`() throws {
    let nodes =
      (0..<3).map { LaunchNode("m\($0)", lane: .main) }
      + (0..<3).map { LaunchNode("w\($0)") }
    var machine = try Self.machine(nodes)
    #expect(
      machine.handle(.start) == [
        Self.run(0), Self.run(3), Self.run(4), .queued(task: 1), .queued(task: 2),
        .queued(task: 5),
      ])
    #expect(Self.end(0, in: &machine) == [.settled(task: 0, .succeeded), Self.run(1)])
    #expect(Self.end(4, in: &machine) == [.settled(task: 4, .succeeded), Self.run(5)])
  }

  @Test(arguments: [(nil, 3), (1, 1), (0, 1), (-4, 1), (4, 4)])
  func `the plan's number of workers applies unless another is given, and is at least one`(
    workers: Int?, expected: Int
  ) throws {
    let plan = try LaunchGraph(nodes: (0..<9).map { LaunchNode("w\($0)") }).plan(workers: 3)
    var machine = LaunchMachine(plan, workers: workers)
    #expect(machine.handle(.start).prefix { $0 != .queued(task: expected) }.count == expected)
  }

  @Test func `an asynchronous task takes no place`() throws {
    let nodes = (0..<4).map { LaunchNode("a\($0)", isAsynchronous: true) } + [LaunchNode("b")]
    var machine = try Self.machine(nodes, workers: 1)
    #expect(Set(machine.handle(.start)) == Set((0..<5).map(Self.run)))
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
    machine.take(.start, into: &actions)
    machine.dispatch(into: &actions)
    actions = []
    machine.take(.finished(task: 0, .succeeded), into: &actions)
    machine.take(.acknowledged(task: 0), into: &actions)
    machine.take(.acknowledged(task: 1), into: &actions)
    machine.dispatch(into: &actions)
    #expect(actions.last == .queued(task: 2))
    #expect(actions.contains(Self.run(3)))
  }

  @Test func `a main-lane task that timed out keeps its place until it returns`() throws {
    var machine = try Self.machine([LaunchNode("a", lane: .main), LaunchNode("b", lane: .main)])
    #expect(machine.handle(.start) == [Self.run(0), .queued(task: 1)])
    #expect(
      machine.handle(.timedOut(task: 0, attempt: 1)) == [.settled(task: 0, .timedOut)])
    #expect(machine.handle(.acknowledged(task: 0)) == [])
    #expect(machine.handle(.finished(task: 0, .succeeded)) == [Self.run(1)])
    // A second end frees no second place.
    #expect(machine.handle(.finished(task: 0, .succeeded)) == [])
  }

  @Test func `an immediate retry keeps its place, and a delayed retry gives it back`() throws {
    let failed = LaunchOutcome.failed(message: "x")
    for (retry, next) in [
      (RetryPolicy.immediately(1), [Action.run(task: 0, attempt: 2)]),
      (.backoff, [.rest(task: 0, attempt: 2, for: .milliseconds(100)), Self.run(1)]),
    ] {
      var machine = try Self.machine([
        LaunchNode("a", lane: .main, retry: retry), LaunchNode("b", lane: .main),
        LaunchNode("c", lane: .main),
      ])
      _ = machine.handle(.start)
      #expect(machine.handle(.finished(task: 0, failed)) == next)
    }
  }

  @Test func `a task cancelled while queued settles at once`() throws {
    var machine = try Self.machine([LaunchNode("a", lane: .main), LaunchNode("b", lane: .main)])
    _ = machine.handle(.start)
    #expect(machine.handle(.cancelled) == [.cancel, .settled(task: 1, .cancelled)])
    _ = machine.handle(.acknowledged(task: 1))
    #expect(Self.end(0, in: &machine).suffix(2) == [.quiet, .finished])
  }

  @Test func `a demanded task goes to the front of the queue`() throws {
    var machine = try Self.machine(
      (0..<3).map { LaunchNode("m\($0)", lane: .main) } + [
        LaunchNode("z", stage: .onDemand, lane: .main)
      ])
    _ = machine.handle(.start)
    #expect(machine.handle(.demanded("z")) == [.queued(task: 3)])
    #expect(Self.end(0, in: &machine).last == Self.run(3))
  }

  @Test func `a demand moves a queued after-ready task to the front`() throws {
    var machine = try Self.machine(
      [LaunchNode("a", lane: .main)]
        + ["b", "c", "d"].map { LaunchNode($0, stage: .afterReady, lane: .main) })
    _ = machine.handle(.start)
    #expect(
      Self.end(0, in: &machine).suffix(3) == [Self.run(1), .queued(task: 2), .queued(task: 3)])
    #expect(machine.handle(.demanded("d")) == [])
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
    let task = { [plan = machine.plan] name in
      plan.tasks.firstIndex { $0.name == name } ?? -1
    }
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
    var machine = LaunchMachine(try graph.plan())
    #expect(machine.handle(.start) == [Self.run(0)])
    #expect(machine.handle(.reached(Milestone("consent"))) == [])
    #expect(Self.end(0, in: &machine).last == Self.run(1))
  }
}
