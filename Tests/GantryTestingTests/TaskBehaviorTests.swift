// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@Suite struct TaskBehaviorTests {
  private static func orders(
    failing: [ModuleName: any Error] = [:], delaying: [ModuleName: Duration] = [:],
    clock: TestClock = TestClock()
  ) async throws(TestApplicationError) -> TestApplication {
    try await TestApplication.start(
      OrdersModule.self,
      providing: { $0.provide(MemoryStorage(), as: (any StorageService).self) },
      failing: failing, delaying: delaying, clock: clock)
  }

  @Test func `a test makes a named task fail`() async throws {
    let host = try await Self.orders(failing: ["Orders.open": Broken()])
    #expect(host.outcome(of: "Orders.open") == .failed(message: "broken"))
    #expect(host.module(OrdersModule.self)?.isOpen == false)
    #expect(host.explain("Orders").description == "Orders has failed ← Orders.open failed: broken")
  }

  @Test func `a test makes the creation of a module fail, with and without before-ready tasks`()
    async throws
  {
    let host = try await Self.orders(failing: ["Orders.init": Broken()])
    #expect(host.module(OrdersModule.self) == nil)
    #expect(host.outcome(of: "Orders.init") == .failed(message: "broken"))
    let other = try await TestApplication.start(
      providing: { $0.module("Analytics") }, failing: ["Analytics.init": Broken()])
    #expect(other.outcome(of: "Analytics") == .failed(message: "broken"))
  }

  @Test func `the test clock delays a named task`() async throws {
    let clock = TestClock()
    async let host = Self.orders(delaying: ["Orders.open": .seconds(5)], clock: clock)
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(5))
    let report = try #require(try await host.report)
    #expect(report.task(named: "Orders.open")?.duration == .seconds(5))
    #expect(report.timeToReady == .seconds(5))
  }

  @Test func `a delayed main-actor task runs on the main actor`() async throws {
    let clock = TestClock()
    let host = try await TestApplication.start(
      Screen.self, delaying: ["Screen.show": .seconds(1)], clock: clock)
    await clock.waitUntilSleeping()
    await host.advance(by: .seconds(1))
    #expect(await host.waitUntilIdle()?.task(named: "Screen.show")?.outcome == .succeeded)
  }

  @Test func `an unknown task is an error with similar names`() async throws {
    let error = await #expect(throws: TestApplicationError.self) {
      try await Self.orders(failing: ["Orders.opne": Broken()])
    }
    #expect(
      error?.description
        == "Orders.opne is set to fail or be delayed, but no launch task has that name. "
        + "Did you mean Orders.open?")
  }
}

private final class Screen: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: Screen.self) { module in
      module.launch(
        "show", TaskOptions(.afterReady), body: .main { _, _ in MainActor.assertIsolated() })
    }
  }

  init(context: ModuleContext) {}
}
