// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryLaunch
import Testing

@Suite struct CancelledTimeoutTests {
  @Test func `a task that ignores cancellation still times out in a cancelled launch`() async throws
  {
    let plan = try LaunchGraph(nodes: [LaunchNode("stuck", timeout: .milliseconds(20))]).plan()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let door = DispatchSemaphore(value: 0)
    let body = LaunchBody.worker {
      begin.yield()
      Self.wait(for: door)
    }
    let run = LaunchRun(plan, bodies: ["stuck": body])
    async let launch: Void = run.execute()
    for await _ in begun { break }
    run.cancel()
    // Without its clock it would never settle, since the door stays closed until it has.
    let report = await run.finish()
    door.signal()
    #expect(report.tasks.first?.outcome == .timedOut)
    await launch
  }

  /// Blocks the thread, which asynchronous code may not do directly.
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
