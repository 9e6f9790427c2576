// SPDX-License-Identifier: Apache-2.0

import Testing

/// Launches that block the main thread of a separate program.
@Suite(.timeLimit(.minutes(5)))
struct BlockingTests {
  private func fixture(_ scenario: String) throws -> FixtureProcess {
    try FixtureProcess(scenario, of: "BlockingFixture")
  }

  @Test func `a background task hops to the main actor twice, and after-ready work continues`()
    async throws
  {
    let fixture = try fixture("hops")
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output == [
        "will launch", "first on main", "hop 1 on main", "back 1 off main", "hop 2 on main",
        "back 2 off main", "worker off main", "last on main", "ready, failed: []",
      ])
  }

  @Test func `a hop is served while the last task of the main lane runs`() async throws {
    let fixture = try fixture("last-hop")
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output == ["will launch", "last on main", "hop on main", "ready, failed: []"])
  }

  @Test func `a thread with nothing to do sleeps`() async throws {
    let fixture = try fixture("idle")
    #expect(await fixture.end() == .status(0))
    let figure = try #require(await fixture.output.last)
    let percent = try #require(Int(figure.split(separator: " ")[1]))
    // Half a second of waiting; a debug build starts in a few milliseconds.
    #expect(percent < 30, "\(figure)")
  }

  @Test func `a wait that exceeds its limit names the tasks that it waited for`() async throws {
    let fixture = try fixture("overdue")
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(
      output.dropLast() == [
        "will launch",
        "error: the app was not ready within 100.0 ms; the launch was stopped. Waiting:",
      ])
    let chain = try #require(output.last)
    #expect(chain.hasPrefix("- waiting for Orders.show ← Orders.init ← Storage, running "))
    #expect(chain.hasSuffix(" on the background lane; Orders waits for it, too"))
  }

  @Test func `an essential failure ends the launch and is thrown`() async throws {
    let fixture = try fixture("broken")
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output == [
        "will launch",
        """
        error: the launch was stopped, because Storage is essential and failed: a \
        brick is missing. Modules that had started were shut down in reverse order.
        """,
      ])
  }

  @Test func `a task can't block, because it occupies the main actor`() async throws {
    let fixture = try fixture("in-a-task")
    #expect(await fixture.end() == .status(0))
    #expect(
      await fixture.output == [
        """
        error: `startBlocking` was called off the main thread, or in a task or a block on the main \
        queue, which occupy the main actor. Call it on the main thread from code that is neither, \
        or use `await start()`.
        """
      ])
  }

  @Test func `a block of the main queue can't block either, and throws before anything runs`()
    async throws
  {
    let fixture = try fixture("in-a-block")
    #expect(await fixture.end() == .status(0))
    let output = await fixture.output
    #expect(output.count == 1)
    #expect(
      output.first?.hasPrefix("error: `startBlocking` was called off the main thread") == true)
  }

  @Test func `a timer can block, even after blocks of the main queue`() async throws {
    let fixture = try fixture("in-a-timer")
    #expect(await fixture.end() == .status(0))
    #expect(await fixture.output.last == "ready, failed: []")
    #expect(await fixture.output.count == 10)
  }
}
