// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryLaunch
import Testing

/// Bounded waits, whose errors name the tasks that they waited for.
@Suite(.timeLimit(.minutes(5))) struct LaunchWaitingTests {
  private static let nodes = [
    LaunchNode("open", lane: .main, edges: [LaunchEdge(.requires, "read")]),
    LaunchNode("read", isAsynchronous: true),
    LaunchNode("show", lane: .main, edges: [LaunchEdge(.after, "open")]),
    LaunchNode("later", stage: .afterReady, isAsynchronous: true),
    LaunchNode("gated", stage: .afterReady, edges: [LaunchEdge(.after, "consent")]),
    LaunchNode("lazy", stage: .onDemand),
  ]

  /// A launch whose task of this name sleeps for an hour; the others end at once.
  private func run(sleeping name: String, _ clock: ManualClock) throws -> Driver {
    let plan = try LaunchGraph(nodes: Self.nodes, milestones: [Milestone("consent")]).plan()
    var bodies: [String: LaunchBody] = [
      "open": .main {}, "show": .main {}, "read": .background {}, "later": .background {},
      "gated": .worker {}, "lazy": .worker {},
    ]
    bodies[name] = .background { try await clock.sleep(for: .seconds(3600)) }
    return Driver(plan, clock: clock, bodies: bodies)
  }

  /// The error of a wait whose ten seconds are over while one task sleeps.
  private func error(
    sleeping name: String, _ wait: @escaping @Sendable (Driver) async throws -> Void
  ) async throws -> LaunchError? {
    let clock = ManualClock()
    let run = try run(sleeping: name, clock)
    run.take(.start)
    async let error = #expect(throws: LaunchError.self) { try await wait(run) }
    // One sleeper is the task, the other is the bound.
    await clock.sleepers(2)
    clock.advance(by: .seconds(10))
    let result = await error
    await run.stop()
    return result
  }

  @Test func `an overdue wait for ready names the chain to the task that holds it up`() async throws
  {
    let error = try await error(sleeping: "read") { try await $0.ready(within: .seconds(10)) }
    #expect(
      error?.description == """
        The launch goes on after a wait of 10.0 s:
        - waiting for show ← open ← read, running for 10.0 s on the background lane
        """)
  }

  @Test func `an overdue wait for idle names running tasks and leaves out on-demand ones`()
    async throws
  {
    let error = try await error(sleeping: "later") {
      try await $0.waitUntilIdle(within: .seconds(10))
    }
    #expect(
      error?.description == """
        The launch goes on after a wait of 10.0 s:
        - waiting for later, running for 10.0 s on the background lane
        """)
  }

  @Test func `an overdue wait for idle before ready names all tasks but dormant ones`()
    async throws
  {
    let error = try await error(sleeping: "read") {
      try await $0.waitUntilIdle(within: .seconds(10))
    }
    #expect(
      error?.description == """
        The launch goes on after a wait of 10.0 s:
        - waiting for show ← open ← read, running for 10.0 s on the background lane
        - waiting for later, waiting until the app is ready
        """)
  }

  @Test func `a wait that ends in time throws nothing and leaves no timer`() async throws {
    let clock = ManualClock()
    let run = try run(sleeping: "nobody", clock)
    run.take(.start)
    try await run.ready(within: .seconds(10))
    try await run.waitUntilIdle(within: .seconds(10))
    let report = run.report()
    await run.stop()
    try await run.waitUntilIdle(within: .seconds(10))
    #expect(report.tasks.filter { $0.outcome == nil }.map(\.name).sorted() == ["gated", "lazy"])
    #expect(clock.nextDeadline == nil)
  }

  @Test func `a bound also applies to a cancelled caller`() async throws {
    let error = try await error(sleeping: "read") { run in
      let waiting = Task { try await run.ready(within: .seconds(10)) }
      waiting.cancel()
      try await waiting.value
    }
    guard case .overdue(let limit, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit == .seconds(10))
  }

  @Test func `a wait for idle ends when its caller is cancelled`() async throws {
    let clock = ManualClock()
    let run = try run(sleeping: "read", clock)
    run.take(.start)
    let waiting = Task { try await run.waitUntilIdle(within: .seconds(10)) }
    await clock.sleepers(2)
    waiting.cancel()
    try await waiting.value
    #expect(run.read { $0.nodes.contains { $0.outcome == nil } })
    await run.stop()
  }

  @Test func `an overdue wait does not end the launch`() async throws {
    let clock = ManualClock()
    let run = try run(sleeping: "read", clock)
    async let launch = run.run()
    async let error = #expect(throws: LaunchError.self) {
      try await run.ready(within: .seconds(10))
    }
    await clock.sleepers(2)
    clock.advance(by: .seconds(10))
    _ = await error
    clock.advance(by: .seconds(3590))
    try await run.ready()
    #expect(await launch.failed == [])
  }

  @Test func `a bounded wait throws the failure that stopped the launch`() async throws {
    struct Broken: Error {}
    let plan = try LaunchGraph(nodes: [LaunchNode("a", isEssential: true)]).plan()
    let run = Driver(plan, bodies: ["a": .worker { throw Broken() }])
    async let launch = run.run()
    await #expect(
      throws: LaunchError.stopped(task: "a", outcome: .failed(message: "Broken()"))
    ) { try await run.ready(within: .seconds(60)) }
    _ = await launch
  }

}
