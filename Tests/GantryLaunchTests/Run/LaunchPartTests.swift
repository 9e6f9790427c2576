// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Tasks that a running launch takes back.
@Suite(.timeLimit(.minutes(5))) struct LaunchPartTests {
  private let order = OrderLog()

  private func body(_ name: String) -> LaunchBody {
    .background { [order] in order.note(name) }
  }

  private func launch(_ plan: LaunchPlan) -> LaunchRun {
    LaunchRun(
      open: plan, timer: LaunchTimer(ContinuousClock()),
      bodies: Dictionary(uniqueKeysWithValues: plan.tasks.map { ($0.name, body($0.name)) }),
      hooks: LaunchHooks())
  }

  @Test func `a part of a launch has its own report and leaves the first report unchanged`()
    async throws
  {
    let run = launch(
      try LaunchGraph(nodes: [
        LaunchNode("a"), LaunchNode("b", edges: [LaunchEdge(.requires, "a")]), LaunchNode("c"),
      ]).plan())
    let execution = Task { await run.execute() }
    await run.waitUntilIdle()
    let first = run.report()
    let positions = ["b", "a"].compactMap { name in
      run.plan.tasks.firstIndex { $0.name == name }
    }
    let part = run.takeBack(positions, missing: [], isInside: false)
    await part.waitUntilIdle()
    let report = run.report(of: part)
    #expect(report.tasks.map(\.name) == ["a", "b"])
    #expect(report.task(named: "b")?.dependencies.map(\.position) == [0])
    #expect(report.task(named: "b")?.releasedBy == .dependency("a"))
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded && $0.attempts == 1 })
    #expect(report.timeToReady != nil)
    #expect(order.words.suffix(2) == ["a", "b"] && order.words.count == 5)
    #expect(run.report().tasks == first.tasks)
    run.cancel()
    await execution.value
    #expect(run.report().isCancelled == false)
    // The launch no longer reads its inputs.
    await run.takeBack(positions, missing: [], isInside: false).waitUntilIdle()
    #expect(order.words.count == 5)
  }

  @Test func `a late body of an earlier attempt does not end the next attempt`() async throws {
    let clock = ManualClock()
    let (gate, again) = (LaunchGate(), LaunchGate())
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", isAsynchronous: true, timeout: .seconds(5))
    ]).plan()
    let run = LaunchRun(
      open: plan, timer: LaunchTimer(clock),
      bodies: [
        "a": .background { [order] in
          order.note("a")
          if order.words.count == 1 {
            await gate.value()
            order.note("late")
          } else {
            await again.value()
          }
        }
      ], hooks: LaunchHooks())
    let execution = Task { await run.execute() }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    await run.waitUntilIdle()
    #expect(run.report().tasks[0].outcome == .timedOut)
    let part = run.takeBack([0], missing: [], isInside: false)
    while order.words.count < 2 { await Task.yield() }
    gate.resolve()
    while order.words.count < 3 { await Task.yield() }
    #expect(run.wait(for: "a")?.state == .running)
    again.resolve()
    await part.waitUntilIdle()
    #expect(run.report(of: part).tasks[0].outcome == .succeeded)
    run.cancel()
    await execution.value
  }
}
