// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryLaunch
import Testing

/// Idle tasks that are demanded when their turn has already come.
@Suite(.timeLimit(.minutes(5))) struct IdleWaitTests {
  @Test func `a demand hurries an idle task once when its turn has come`() throws {
    var machine = try LaunchPlacesTests.machine([LaunchNode("a", stage: .idle)])
    #expect(machine.handle(.start) == [.ready, LaunchPlacesTests.run(0)])
    #expect(machine.handle(.demanded(0)) == [.endIdleWait(Ticket(0, 1))])
    #expect(machine.handle(.demanded(0)) == [])
  }

  @Test func `a demand also hurries an idle task that the demanded task requires`() throws {
    var machine = try LaunchPlacesTests.machine([
      LaunchNode("a", stage: .idle),
      LaunchNode("b", stage: .onDemand, edges: [LaunchEdge(.requires, "a")]),
    ])
    _ = machine.handle(.start)
    #expect(machine.handle(.demanded(1)) == [.endIdleWait(Ticket(0, 1))])
    #expect(LaunchPlacesTests.end(0, in: &machine).last == LaunchPlacesTests.run(1))
  }

  @Test func `a task demanded before it ran ends no idle wait`() throws {
    var machine = try LaunchPlacesTests.machine([LaunchNode("a", stage: .idle)])
    #expect(machine.handle(.demanded(0)) == [])
    #expect(machine.handle(.start).contains(LaunchPlacesTests.run(0)))
    #expect(machine.handle(.demanded(0)) == [])
  }

  @Test func `a demanded idle task runs at once, even when the main actor is busy`() async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("late", stage: .idle)]).plan()
    let (begun, began) = AsyncStream.makeStream(of: Void.self)
    let door = DispatchSemaphore(value: 0)
    let run = Driver(plan, bodies: ["late": .worker { began.yield() }])
    // The main actor is held until the task has run: without the demand it never would.
    let (held, hold) = AsyncStream.makeStream(of: Void.self)
    async let busy: Void = MainActor.run {
      hold.yield()
      door.wait()
    }
    for await _ in held { break }
    async let launch = run.run()
    try await run.ready()
    // Its turn has come once it no longer waits for the idle stage.
    while run.read({ $0 }).wait(for: "late")?.state == .stage(.idle) { await Task.yield() }
    run.demand("late")
    for await _ in begun { break }
    door.signal()
    await busy
    let report = await launch
    #expect(report.task(named: "late")?.outcome == .succeeded)
  }

  @Test func `a cancelled idle task does not wait for a busy main actor`() async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("late", stage: .idle)]).plan()
    let door = DispatchSemaphore(value: 0)
    let run = Driver(plan, bodies: ["late": .worker {}])
    let (held, hold) = AsyncStream.makeStream(of: Void.self)
    async let busy: Void = MainActor.run {
      hold.yield()
      door.wait()
    }
    for await _ in held { break }
    async let launch = run.run()
    try await run.ready()
    while run.read({ $0 }).wait(for: "late")?.state == .stage(.idle) { await Task.yield() }
    run.take(.stop)
    #expect(await launch.task(named: "late")?.outcome == .cancelled)
    door.signal()
    await busy
  }
}
