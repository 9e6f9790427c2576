// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct WaitingTests {
  @Test func `an overdue wait names the tasks it waited for, and the launch continues`()
    async throws
  {
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch(
          "sync", TaskOptions(.afterReady), body: .background { _, _ in await Task.yield() })
      }, delaying: ["Orders.sync": .seconds(60)])
    try await host.start()
    async let failure = host.application.waitUntilIdle(within: .seconds(10))
    await host.clock.waitUntilSleeping(atLeast: 2)
    host.clock.advance(by: .seconds(10))
    do {
      _ = try await failure
      Issue.record("nothing was thrown")
    } catch {
      #expect(
        "\(error)" == """
          the launch did not get this far within 10.0 s; it goes on. Waiting:
          - waiting for Orders.sync, running for 10.0 s on the background lane
          """)
    }
    host.clock.advance(by: .seconds(50))
    #expect(await host.waitUntilIdle()?.failed == [])
    #expect(try await host.application.waitUntilIdle(within: .seconds(1)) != nil)
    await host.stop()
    #expect(try await host.application.waitUntilIdle(within: .seconds(1)) == nil)
  }

  @Test func `a cancelled wait returns, and the launch continues`() async throws {
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch(
          "sync", TaskOptions(.afterReady), body: .background { _, _ in await Task.yield() })
      }, delaying: ["Orders.sync": .seconds(60)])
    try await host.start()
    let wait = Task { await host.application.waitUntilIdle() }
    await host.clock.waitUntilSleeping()
    wait.cancel()
    #expect(await wait.value?.task(named: "Orders.sync")?.outcome == nil)
    host.clock.advance(by: .seconds(60))
    #expect(await host.waitUntilIdle()?.task(named: "Orders.sync")?.outcome == .succeeded)
    await host.stop()
  }

  @Test @MainActor func `a blocking start inside a task is an error, and nothing runs`()
    async throws
  {
    let host = TestApplication(.fake("Orders"))
    #expect(throws: ApplicationError.self) { try host.application.startBlocking() }
    #expect(host.report == nil)
    try await host.start()
    await host.stop()
  }
}
