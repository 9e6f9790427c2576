// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryLaunch
import GantrySupport
import Testing

@Suite struct LaunchRunTests {
  struct Broken: Error {}

  @Test func `tasks run on their lanes in order and the report says why`() async throws {
    let order = OrderLog()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", lane: .main), LaunchNode("b", edges: [LaunchEdge(.requires, "a")]),
      LaunchNode("Join", edges: [LaunchEdge(.requires, "b")], isJoin: true),
      LaunchNode("later", stage: .afterReady),
    ]).plan()
    let report = await plan.run(bodies: [
      "a": .main {
        MainActor.assertIsolated()
        order.note("a")
      },
      "b": .background { order.note("b") },
      "later": .background { order.note("later") },
    ])
    #expect(order.words == ["a", "b", "later"])
    #expect(report.criticalPath == ["a", "b"])
    #expect(report.task(named: "Join")?.releasedBy == .dependency("b"))
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
    #expect(report.timeToReady != nil)
  }

  @Test(arguments: [false, true])
  func `a task that throws CancellationError without being cancelled fails`(
    isMain: Bool
  ) async throws {
    let plan = try LaunchGraph(nodes: [
      isMain ? LaunchNode("a", lane: .main) : LaunchNode("a")
    ]).plan()
    let report = await plan.run(bodies: [
      "a": isMain ? .main { throw CancellationError() } : .background { throw CancellationError() }
    ])
    #expect(report.task(named: "a")?.outcome == .failed(message: "CancellationError()"))
  }

  @Test func `ready main-lane tasks start in launch order`() async throws {
    let order = OrderLog()
    let plan = try LaunchGraph(
      nodes: (0..<60).map {
        LaunchNode("n\($0)", lane: .main, priority: Priority(rawValue: $0 * 37 % 101))
      }
    ).plan()
    let bodies = plan.launchOrder.map { name in
      (name, LaunchBody.main { order.note(name) })
    }
    _ = await plan.run(bodies: Dictionary(uniqueKeysWithValues: bodies))
    #expect(order.words == plan.launchOrder)
  }

  @Test func `a join between tasks does not change the launch order`() async throws {
    let order = OrderLog()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a"), LaunchNode("J", edges: [LaunchEdge(.requires, "a")], isJoin: true),
      LaunchNode("x", lane: .main, edges: [LaunchEdge(.requires, "J")]),
      LaunchNode("y", lane: .main, priority: -400, edges: [LaunchEdge(.requires, "a")]),
    ]).plan()
    #expect(plan.launchOrder == ["a", "J", "x", "y"])
    _ = await plan.run(bodies: [
      "a": .background {}, "x": .main { order.note("x") },
      "y": .main { order.note("y") },
    ])
    #expect(order.words == ["x", "y"])
  }

  @Test func `a main-lane task cannot be stopped, and its late end is recorded`() async throws {
    let clock = ManualClock()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", lane: .main, timeout: .seconds(5)),
      LaunchNode("b", edges: [LaunchEdge(.wants, "a")]),
    ]).plan()
    let followed = DispatchSemaphore(value: 0)
    let report = await plan.run(
      clock: clock,
      bodies: [
        "a": .main {
          clock.waitForSleeper()
          clock.advance(by: .seconds(5))
          followed.wait()
        },
        "b": .background { followed.signal() },
      ])
    #expect(report.task(named: "a")?.outcome == .timedOut)
    #expect(report.task(named: "a")?.lateEnd == .succeeded)
    #expect(report.task(named: "b")?.outcome == .succeeded)
  }

  @Test func `a task that takes too long times out and blocks the tasks that require it`()
    async throws
  {
    let clock = ManualClock()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", timeout: .seconds(5)), LaunchNode("b", edges: [LaunchEdge(.requires, "a")]),
    ]).plan()
    let run = Driver(
      plan, clock: clock,
      bodies: ["a": .background { try await clock.sleep(for: .seconds(60)) }])
    async let launch = run.run()
    await clock.sleepers(2)
    #expect(run.read { $0 }.wait(for: "b")?.chain == ["b", "a"])
    clock.advance(by: .seconds(5))
    try await run.ready()
    let report = await launch
    #expect(report.task(named: "a")?.outcome == .timedOut)
    #expect(report.task(named: "a")?.finished == .seconds(5))
    #expect(report.task(named: "a")?.lateEnd == .cancelled)
    #expect(report.task(named: "b")?.outcome == .blocked(by: ["a"]))
  }

  @Test func `a retry waits on the launch's clock`() async throws {
    let clock = ManualClock()
    let tries = Atomic(0)
    let plan = try LaunchGraph(nodes: [LaunchNode("a", retry: .backoff)]).plan()
    async let done = plan.run(
      clock: clock,
      bodies: [
        "a": .background {
          if tries.wrappingAdd(1, ordering: .relaxed).newValue < 2 { throw Broken() }
        }
      ])
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(100))
    let report = await done
    #expect(report.task(named: "a")?.attempts == 2)
    #expect(report.task(named: "a")?.duration == .milliseconds(100))
  }

  @Test func `a task may have an unlimited number of retries`() async throws {
    let tries = Atomic(0)
    let plan = try LaunchGraph(nodes: [LaunchNode("a", retry: .immediately(.max))]).plan()
    let report = await plan.run(
      bodies: [
        "a": .background {
          if tries.wrappingAdd(1, ordering: .relaxed).newValue < 4 { throw Broken() }
        }
      ])
    #expect(report.task(named: "a")?.attempts == 4)
  }

  @Test func `waiting for ready throws an essential failure`() async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("a", isEssential: true)]).plan()
    let run = Driver(plan, bodies: ["a": .background { throw Broken() }])
    async let launch = run.run()
    let error = LaunchError.stopped(task: "a", outcome: .failed(message: "Broken()"))
    await #expect(throws: error) { try await run.ready() }
    #expect(await launch.stoppedBy == "a")
  }

  @Test(arguments: [LaunchStage.beforeReady, .afterReady])
  func `a stop is told once, with the task and its outcome`(
    stage: LaunchStage
  ) async throws {
    let order = OrderLog()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", stage: stage, isEssential: true),
      LaunchNode("b", stage: stage, edges: [LaunchEdge(.requires, "a")]),
    ]).plan()
    let told = Told(onAction: { action in
      switch action {
      case .ready: order.note("ready")
      case .stop(let ending): order.note("stop: \(ending)")
      default: break
      }
    })
    let run = Driver(
      plan,
      bodies: [
        "a": .background { throw Broken() }, "b": .background { order.note("run b") },
      ], effects: told)
    let report = await run.run()
    let ending = Machine.Ending.essential(plan.position("a"))
    #expect(order.words == (stage == .beforeReady ? [] : ["ready"]) + ["stop: \(ending)"])
    #expect(
      run.error(of: ending) == .stopped(task: "a", outcome: .failed(message: "Broken()")))
    #expect(report.task(named: "b")?.outcome == .cancelled)
  }

  @Test func `dependents wait until the effects of a settled task are carried out`() async throws {
    let order = OrderLog()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("A", isJoin: true), LaunchNode("b", edges: [LaunchEdge(.requires, "A")]),
    ]).plan()
    let told = Told(onAction: { action in
      switch action {
      case .settled(let ticket, _): order.note("settled \(plan.tasks[ticket.node].name)")
      case .ready: order.note("ready")
      default: break
      }
    })
    _ = await plan.run(bodies: ["b": .background { order.note("run b") }], effects: told)
    #expect(order.words == ["settled A", "run b", "settled b", "ready"])
  }

  @Test func `milestones and demands release the tasks that wait for them`() async throws {
    let plan = try LaunchGraph(
      nodes: [
        LaunchNode("gated", stage: .afterReady, edges: [LaunchEdge(.after, "consent")]),
        LaunchNode("lazy", stage: .onDemand), LaunchNode("never", stage: .onDemand),
      ], milestones: [Milestone("consent")]
    ).plan()
    let run = Driver(plan, bodies: ["gated": .background {}, "lazy": .background {}])
    run.take(.start)
    _ = await run.wait(for: .quiet)
    #expect(run.reach(Milestone("consent"), by: nil) == [plan.position("gated")])
    run.demand("lazy")
    _ = await run.wait(for: .quiet)
    let report = run.report()
    await run.stop()
    #expect(report.task(named: "gated")?.releasedBy == .milestone("consent"))
    #expect(report.task(named: "lazy")?.releasedBy == .demand)
    #expect(report.task(named: "never")?.outcome == nil)
  }

  @Test func `cancelling the caller cancels the launch`() async throws {
    let clock = ManualClock()
    let plan = try LaunchGraph(nodes: [LaunchNode("a")]).plan()
    let run = Driver(
      plan, clock: clock, bodies: ["a": .background { try await clock.sleep(for: .seconds(1)) }])
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = await run.run() }
      await clock.sleepers(1)
      group.cancelAll()
    }
    await #expect(throws: LaunchError.cancelled) { try await run.ready() }
    #expect(run.report().task(named: "a")?.outcome == .cancelled)
  }
}
