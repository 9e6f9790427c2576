// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

@testable import GantryLaunch

@Suite(.timeLimit(.minutes(5))) struct CancelledTimeoutTests {
  @Test func `a task that ignores cancellation still times out in a cancelled launch`() async throws
  {
    let plan = try LaunchGraph(nodes: [LaunchNode("stuck", timeout: .milliseconds(20))]).plan()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let door = DispatchSemaphore(value: 0)
    let body = LaunchBody.worker {
      begin.yield()
      Self.wait(for: door)
    }
    let run = Driver(plan, bodies: ["stuck": body])
    async let launch = run.run()
    for await _ in begun { break }
    run.take(.stop)
    // Without its clock it would never settle, since the door stays closed until it has.
    let outcome = await run.outcome(of: 0)
    door.signal()
    #expect(outcome == .timedOut)
    #expect(await launch.tasks.first?.outcome == .timedOut)
  }

  /// The effects of `x` and `y` are held, so that the task times out before its start was noted.
  @Test func `a task that times out while effects are carried out is cancelled`() async throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("x", isJoin: true),
      LaunchNode("slow", stage: .onDemand, isAsynchronous: true, timeout: .seconds(5)),
      LaunchNode("y", stage: .onDemand, isJoin: true),
    ]).plan()
    let clock = ManualClock()
    let (held, hold) = AsyncStream.makeStream(of: String.self)
    let door = DispatchSemaphore(value: 0)
    let told = Told(of: plan) { name, _ in
      guard name != "slow" else { return }
      hold.yield(name)
      door.wait()
    }
    let run = Driver(
      plan, clock: clock,
      bodies: ["slow": .background { try await clock.sleep(for: .seconds(3600)) }], effects: told)
    DispatchQueue(label: "performer").async { run.take(.start) }
    for await name in held where name == "x" { break }
    run.demand("slow")
    run.demand("y")
    door.signal()
    for await name in held where name == "y" { break }
    await clock.sleepers(2)
    clock.advance(by: .seconds(5))
    // A wait would be answered by the thread that is held.
    while run.read({ $0.lateBodies.isEmpty }) { await Task.yield() }
    door.signal()
    while run.read({ !$0.lateBodies.isEmpty }) { await Task.yield() }
    #expect(run.report().task(named: "slow")?.lateEnd == .cancelled)
    await run.stop()
  }

  /// Blocks the thread, which asynchronous code may not do directly.
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
