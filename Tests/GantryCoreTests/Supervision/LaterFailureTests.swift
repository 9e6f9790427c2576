// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

import Gantry
@testable import GantryCore

/// What the health of a module says about failures after its launch.
@Suite(.timeLimit(.minutes(5))) struct LaterFailureTests {
  private let work = Lasting()

  private func until(_ host: TestApplication, _ name: ModuleName, _ state: ModuleState) async {
    while host.application.health[name] != state { await Task.yield() }
  }

  @Test(arguments: [
    (TaskOptions(.afterReady), "Web.sync failed: broken"),
    (
      TaskOptions(.afterReady, requires: "Web.load"),
      "Web.sync was blocked by Web.load, which failed: broken"
    ),
  ])
  func `a task that fails after the launch degrades its module until the stop`(
    options: TaskOptions, reason: String
  ) async throws {
    let host = TestApplication(
      .fake("Web") { module in
        if !options.dependencies.isEmpty {
          module.launch(
            "load", TaskOptions(.afterReady), body: .background { _, _ in throw Broken() })
        }
        module.launch("sync", options, body: .background { _, _ in throw Broken() })
        module.route("web", "page", [], body: .background { _, _, _ in "page" })
      })
    try await host.start()
    await host.waitUntilIdle()
    let health = try #require(host.application.health["Web"])
    guard case .launched(.degraded(let because)) = health else {
      Issue.record("\(health)")
      return
    }
    #expect(because.contains(reason))
    #expect(host.application.health.isReady)
    #expect(host.explain("Web").state == host.application.health["Web"])
    #expect(host.explain("Web").texts.contains(reason))
    #expect(try await host.application.router.call("web", as: String.self) == "page")
    await host.stop()
    #expect(host.application.health["Web"] == .stopped)
    try await host.start()
    #expect(host.application.health["Web"] != .stopped)
    await host.stop()
  }

  @Test func `so does one that times out`() async throws {
    let host = TestApplication(
      .fake("Web") { [work] module in
        module.launch(
          "sync", TaskOptions(.afterReady, timeout: .seconds(3)),
          body: .background { _, _ in try await work.run() })
      })
    try await host.start()
    await work.called(1)
    await host.clock.waitUntilSleeping()
    host.clock.advance(by: .seconds(3))
    await until(host, "Web", .launched(.degraded(because: "Web.sync timed out")))
    await host.stop()
  }

  @Test func `a task that is left out or waits degrades nothing`() async throws {
    let host = TestApplication(
      .fake("Web") { module in
        module.launch(
          "sync", TaskOptions(.afterReady, enabled: .environment("NEVER_SET_HERE")),
          body: .background { _, _ in })
        module.launch("lazy", TaskOptions(.onDemand), body: .background { _, _ in })
      })
    try await host.start()
    await host.waitUntilIdle()
    #expect(host.application.health["Web"] == .launched(.good))
    await host.stop()
  }

  @Test func `a module that waits with its events for a failed task has failed`() async throws {
    let host = TestApplication(
      .fake("SDK", ModuleOptions(events: .afterReadyTasks)) { module in
        module.launch(
          "setUp", TaskOptions(.afterReady), body: .background { _, _ in throw Broken() })
        module.on(Greeting.self, "hear", body: .background { _, _, _ in })
        module.route("sdk", "page", [], body: .background { _, _, _ in "page" })
      })
    try await host.start()
    #expect(host.application.health.state == .ready)
    await host.waitUntilIdle()
    let reason = "it hears no events: blocked by SDK.setUp, which failed: broken"
    #expect(host.application.health["SDK"] == .launched(.failed(because: reason)))
    #expect(!host.application.health.isReady && host.application.health.isLive)
    #expect(host.explain("SDK").state == host.application.health["SDK"])
    #expect(host.explain("SDK").texts == [reason, "SDK.setUp failed: broken"])
    #expect(try await host.application.router.call("sdk", as: String.self) == "page")
    await host.stop()
  }

  @Test func `work that gave up degrades the modules that require its module directly`()
    async throws
  {
    let host = TestApplication(
      .fake("Web") { [work] module in
        module.run("serve", RunOptions(retry: .never)) { _, _ in try await work.run() }
        module.provide(String.self, "name") { _ in "web" }
      },
      .fake("Shop", ModuleOptions(requires: "Web")), .fake("Cart", ModuleOptions(requires: "Shop")),
      .fake("Home") { $0.inject(String.self) }, .fake("Ads", ModuleOptions(wants: "Web")),
      .fake("Search") { $0.inject(Lazy<String>.self) })
    try await host.start()
    work.end(.throwing)
    let lost = ModuleState.launched(.degraded(because: "Web, which it requires, has failed"))
    await until(host, "Shop", lost)
    await until(host, "Home", lost)
    #expect(host.application.health["Web"] == .launched(.failed(because: "run 'serve': broken")))
    for name in ["Cart", "Ads", "Search"] as [ModuleName] {
      #expect(host.application.health[name] == .launched(.good))
    }
    #expect(
      host.explain("Shop").description == "Shop is launched ← Web, which it requires, has failed")
    // A degraded module takes requests; only the failed one doesn't.
    #expect(host.application.health.isReady(ignoring: ["Web"]))
    let answer = await host.application.probe(.ready)
    #expect(answer.status == 503 && answer.body.contains("run 'serve': broken"))
    await host.stop()
  }

  @Test func `of two pieces of work, the health names each that gave up`() async throws {
    let other = Lasting()
    let host = TestApplication(
      .fake("Web") { [work] module in
        module.run("serve", RunOptions(retry: .never)) { _, _ in try await work.run() }
        module.run("poll", RunOptions(retry: .never)) { _, _ in try await other.run() }
      })
    try await host.start()
    await other.called(1)
    work.end(.throwing)
    await until(host, "Web", .launched(.failed(because: "run 'serve': broken")))
    other.end(.throwing)
    await until(host, "Web", .launched(.failed(because: "run 'serve': broken; run 'poll': broken")))
    await host.stop()
  }

  @Test
  func `each use of an on-demand module that failed gets the cause, and nothing is tried again`()
    async throws
  {
    let tries = Journal()
    let host = TestApplication(
      .fake("Maps") { module in
        module.launch(
          "load", TaskOptions(.onDemand),
          body: .background { _, _ in
            tries.write("load")
            throw Broken()
          })
        module.provide(String.self, "name") { _ in "maps" }
      })
    try await host.start()
    for _ in 1...2 {
      let error = await #expect(throws: ServiceError.self) {
        try await host.application.services.lazy(String.self).get()
      }
      #expect("\(String(describing: error))".contains("broken"))
    }
    #expect(tries.lines == ["load"])
    await host.stop()
  }
}
