// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryLaunch

@Suite struct LaunchRetryTests {
  static let failed = LaunchOutcome.failed(message: "x")

  @Test func `a delayed retry takes a place of its lane or queues for one`() throws {
    var machine = try LaunchPlacesTests.machine([
      LaunchNode("a", lane: .main, retry: .backoff), LaunchNode("b", lane: .main),
      LaunchNode("c", lane: .main),
    ])
    _ = machine.handle(.start)
    _ = machine.handle(.ended(Ticket(0, 1), Self.failed))
    // By now `b` has the place; rank decides among the waiting tasks.
    #expect(machine.handle(.rested(Ticket(0, 1))) == [])
    #expect(machine.wait(for: "a")?.state == .queued)
    #expect(LaunchPlacesTests.end(1, in: &machine).last == .run(Ticket(0, 2)))
    #expect(
      machine.handle(.ended(Ticket(0, 2), .succeeded)).last == LaunchPlacesTests.run(2))
  }

  @Test func `a wait for a retrying task reports the next attempt and the previous failure`() throws
  {
    var machine = try LaunchPlacesTests.machine([
      LaunchNode("a", retry: .backoff), LaunchNode("b", edges: [LaunchEdge(.requires, "a")]),
    ])
    _ = machine.handle(.start)
    _ = machine.handle(.ended(Ticket(0, 1), .failed(message: "no route to host")))
    #expect(
      machine.wait(for: "b")?.description == """
        waiting for b ← a, pausing before attempt 2; the previous one failed: no route to host
        """)
  }

  @Test func `each failure before a retry is a warning with its cause and the pause`()
    async throws
  {
    let clock = ManualClock()
    let told = Mutex<[LaunchWarning]>([])
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", retry: RetryPolicy(count: 2, delay: .milliseconds(200))),
      LaunchNode("b", retry: .immediately(.max)), LaunchNode("c"),
    ]).plan()
    let run = Driver(
      plan, clock: clock,
      bodies: [
        "a": .background { throw LaunchReportTextTests.Broken() },
        "b": .background {
          guard told.withLock({ $0.contains { $0.task == "b" } }) else {
            throw LaunchReportTextTests.Broken()
          }
        },
        "c": .background { throw LaunchReportTextTests.Broken() },
      ], effects: Told(onWarning: { issue in told.withLock { $0.append(issue) } }))
    async let done = run.run()
    for wait in [200, 400] {
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(wait))
    }
    let report = await done
    #expect(
      told.withLock { $0.map(\.description).sorted() } == [
        "a failed on attempt 1 of 3: disk full. Retrying in 200.0 ms",
        "a failed on attempt 2 of 3: disk full. Retrying in 400.0 ms",
        "b failed on attempt 1: disk full. Retrying at once",
      ])
    let text = report.description
    #expect(text.contains("a: failed: disk full (attempt 3)\n"))
    #expect(text.contains("b: succeeded (attempt 2; the previous one failed: disk full)"))
    #expect(report.task(named: "c")?.lastFailure == nil)
  }

  @Test func `a delayed retry begins at once when its place is free`() throws {
    for isAsynchronous in [false, true] {
      var machine = try LaunchPlacesTests.machine([
        LaunchNode("a", isAsynchronous: isAsynchronous, retry: .backoff)
      ])
      _ = machine.handle(.start)
      _ = machine.handle(.ended(Ticket(0, 1), Self.failed))
      #expect(machine.handle(.rested(Ticket(0, 1))) == [.run(Ticket(0, 2))])
      // Ending a wait a second time changes nothing.
      #expect(machine.handle(.rested(Ticket(0, 1))) == [])
      #expect(machine.handle(.rested(Ticket(7, 1))) == [])
    }
  }

  @Test func `a task waiting for its next attempt is cancelled at once`() throws {
    var machine = try LaunchPlacesTests.machine([LaunchNode("a", retry: .backoff)])
    _ = machine.handle(.start)
    _ = machine.handle(.ended(Ticket(0, 1), Self.failed))
    #expect(
      machine.handle(.stop)
        == [.stop(.stopped), .cancelAll, .settled(Ticket(0, 1), .cancelled)])
    #expect(machine.isSettled && machine.bodies == 0)
    #expect(machine.handle(.rested(Ticket(0, 1))) == [])
  }
}
