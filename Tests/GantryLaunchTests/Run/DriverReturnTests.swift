// SPDX-License-Identifier: Apache-2.0

import GantryText
import Testing

@testable import GantryLaunch

/// Modules of a running launch that are switched off and on.
@Suite(.timeLimit(.minutes(5))) struct DriverReturnTests {
  private let order = OrderLog()

  private func coming(_ end: Machine.Resumption) throws -> Machine.Return {
    if case .returned(let coming) = end { return coming }
    return try #require(nil as Machine.Return?, "\(end)")
  }

  @Test func `a return has its own report and leaves the first report unchanged`() async throws {
    let wiring = try FakeModule.wiring([
      FakeModule("A", tasks: .task("open")), FakeModule("B", requires: "A"), FakeModule("C"),
    ])
    let (driver, app) = FakeApp.driver(wiring) { [order] name in order.note(name) }
    driver.take(.start)
    _ = await driver.wait(for: .quiet)
    let first = driver.report()
    _ = await driver.change(.switchedOff(0), by: nil)
    let report = driver.report(
      of: try coming(await driver.change(.switchedOn(0), by: nil).end))
    #expect(report.tasks.map(\.name) == ["A.init", "A.open", "A", "B"])
    #expect(report.task(named: "B")?.dependencies.map(\.position) == [2])
    #expect(report.task(named: "B")?.releasedBy == .dependency("A"))
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded && $0.attempts == 1 })
    #expect(report.timeToReady != nil)
    #expect(order.words.suffix(3) == ["A.init", "A.open", "B"] && order.words.count == 7)
    #expect(driver.report().tasks == first.tasks)
    await driver.stop()
    _ = await driver.wait(for: .closed)
    #expect(driver.report().isCancelled == false)
    // The modules have left once, and again at the end.
    let left = app.actions.count { if case .shutDown = $0 { true } else { false } }
    #expect(left == 5)
    #expect(driver.take(.switchedOn(0)) == .refused(.over))
    #expect(order.words.count == 7)
  }

  /// A clock that tells when it is read.
  private struct ReadClock: Clock {
    let clock = ManualClock()
    let onRead: @Sendable () -> Void
    var minimumResolution: Duration { clock.minimumResolution }
    var now: ManualClock.Instant {
      onRead()
      return clock.now
    }
    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func `a milestone answers with the tasks of a module that comes back as it is reached`()
    async throws
  {
    let onRead = Mutex<(@Sendable () -> Void)?>(nil)
    let wiring = try FakeModule.wiring([
      FakeModule("A", tasks: .task("track", .afterReady, after: "seen"))
    ])
    let clock = ReadClock { onRead.withLock { exchange(&$0, with: nil) }?() }
    let (driver, _) = FakeApp.driver(wiring, clock: clock)
    driver.take(.start)
    _ = await driver.wait(for: .quiet)
    _ = await driver.change(.switchedOff(0), by: nil)
    // The driver reads the clock before the step in which it reaches the milestone.
    onRead.withLock { $0 = { driver.take(.switchedOn(0)) } }
    let track = wiring.plan.position("A.track")
    #expect(driver.reach(Milestone("seen"), by: nil) == [track])
    #expect(await driver.outcome(of: track) == .succeeded)
    await driver.stop()
  }

  @Test func `a late body of an earlier attempt does not end the next attempt`() async throws {
    let clock = ManualClock()
    let (gate, again) = (Promise<Void>(), Promise<Void>())
    let wiring = try FakeModule.wiring([
      FakeModule("A", tasks: .task("open", timeout: .seconds(5)))
    ])
    let (driver, _) = FakeApp.driver(wiring, clock: clock) { [order] name in
      guard name == "A.open" else { return }
      order.note(name)
      if order.words.count == 1 {
        await gate.value()
        order.note("late")
      } else {
        await again.value()
      }
    }
    let open = wiring.plan.position("A.open")
    driver.take(.start)
    while order.words.isEmpty { await Task.yield() }
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    _ = await driver.wait(for: .quiet)
    #expect(driver.report().tasks[open].outcome == .timedOut)
    async let change = driver.change(.switchedOn(0), by: nil)
    while order.words.count < 2 { await Task.yield() }
    gate.resolve()
    while driver.read({ !$0.strays.isEmpty }) { await Task.yield() }
    #expect(order.words == ["A.open", "A.open", "late"])
    #expect(driver.read { $0 }.wait(for: "A.open")?.state == .running)
    again.resolve()
    let back = try coming(await change.end)
    #expect(driver.report(of: back).task(named: "A.open")?.outcome == .succeeded)
    await driver.stop()
  }

  @Test func `an essential failure after ready is told although another body still runs`()
    async throws
  {
    struct Broken: Error {}
    let gate = Promise<Void>()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("hangs", stage: .afterReady, isAsynchronous: true),
      LaunchNode("breaks", stage: .afterReady, isAsynchronous: true, isEssential: true),
    ]).plan()
    let (stops, stop) = AsyncStream.makeStream(of: Machine.Ending.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let told = Told(onAction: { if case .stop(let ending) = $0 { stop.yield(ending) } })
    let driver = Driver(
      plan,
      bodies: [
        "hangs": .background {
          begin.yield()
          await gate.value()
        },
        "breaks": .background {
          for await _ in begun { break }
          throw Broken()
        },
      ], effects: told)
    async let report = driver.run()
    try await driver.ready()
    for await ending in stops {
      #expect(ending == .essential(plan.position("breaks")))
      break
    }
    #expect(driver.read { $0.bodies } == 1)
    gate.resolve()
    #expect(await report.stoppedBy == "breaks")
  }
}
