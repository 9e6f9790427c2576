// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@Suite struct LaunchOrderTests {
  @Test func `requirements come first, then priority, then name`() throws {
    let host = TestApplication(
      .fake("Alpha", ModuleOptions(requires: "Omega")),
      .fake("Beta"), .fake("Gamma", ModuleOptions(priority: 400)), .fake("Omega"))
    #expect(try host.plan.launchOrder == ["Gamma", "Beta", "Omega", "Alpha"])
  }

  @Test func `before and requiredBy delay the start of the other module`() throws {
    let host = TestApplication(
      .fake("Orders") { $0.launch("open", body: .background { _, _ in }) },
      .fake("Setup", ModuleOptions(requiredBy: "Orders")),
      .fake("Trace", ModuleOptions(before: "Orders")))
    #expect(
      try host.plan.launchOrder == ["Setup", "Trace", "Orders.init", "Orders.open", "Orders"])
  }

  @Test func `a module's tasks run in source order, and its launch ends with them`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch("zeta", body: .background { _, _ in journal.write("zeta") })
        module.launch("alpha", body: .main { _, _ in journal.write("alpha") })
        module.launch(
          "late", TaskOptions(.afterReady), body: .background { _, _ in journal.write("late") })
      },
      .fake("Shop", ModuleOptions(requires: "Orders")) { module in
        module.launch("show", body: .background { _, _ in journal.write("show") })
      })
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines == ["zeta", "alpha", "show", "late"])
  }

  @Test func `a closure of the app can have dependencies`() async throws {
    let journal = Journal()
    let host = try await TestApplication.start(
      adding: {
        $0.add(
          .fake("Orders") {
            $0.launch("open", body: .background { _, _ in journal.write("Orders") })
          })
        $0.launch(
          "LegacySDKs", TaskOptions(before: "Orders"),
          body: .background { context in
            journal.write("\(context.name)")
          })
      })
    #expect(journal.lines == ["LegacySDKs", "Orders"])
    #expect(host.outcome(of: "LegacySDKs") == .succeeded)
  }

  @Test func `a function can have a task and a handler`() async throws {
    let journal = Journal()
    let host = TestApplication(
      ModuleManifest(function: "Both") { function in
        function.launch(body: .background { _ in journal.write("task") })
        function.on(Greeting.self, body: .background { _, event, _ in journal.write(event.text) })
      })
    try await host.start()
    await host.send(Greeting(text: "hello"))
    #expect(journal.lines == ["task", "hello"])
  }

  @Test func `a task behind a milestone runs when the app reaches it`() async throws {
    let consent = Milestone("consent")
    let (loads, load) = AsyncStream.makeStream(of: Void.self)
    let host = try await TestApplication.start(
      milestones: [consent],
      adding: {
        $0.add(
          .fake("Ads") {
            $0.launch(
              "load", TaskOptions(after: consent), body: .background { _, _ in load.yield() })
          })
      })
    #expect(host.outcome(of: "Ads.load") == nil)
    host.application.reach(consent)
    #expect(await loads.first { _ in true } != nil)
    await host.stop()
    #expect(host.report?.task(named: "Ads.load")?.releasedBy == .milestone("consent"))
  }
}
