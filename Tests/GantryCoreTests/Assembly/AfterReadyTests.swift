// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@Suite struct AfterReadyTests {
  private static let consent = Milestone("consent")

  @Test func `waiting for idle waits for the tasks behind each reached milestone`() async throws {
    let journal = Journal()
    let second = Milestone("second")
    let application = Application(
      modules: [], milestones: [Self.consent, second], launchOptions: .test
    ) { builder in
      builder.add(
        .fake("Orders") { module in
          module.launch(
            "track", TaskOptions(after: Self.consent),
            body: .background { _, _ in
              journal.write("track")
            })
          module.launch(
            "report", TaskOptions(after: second),
            body: .background { _, _ in journal.write("report") })
        })
    }
    try await application.start()
    _ = await application.waitUntilIdle()
    #expect(journal.lines == [])
    application.reach(Self.consent)
    let first = await application.waitUntilIdle()
    #expect(first?.task(named: "Orders.track")?.outcome == .succeeded)
    application.reach(second)
    _ = await application.waitUntilIdle()
    #expect(journal.lines == ["track", "report"])
    await application.stop()
  }

  @Test func `an essential failure after ready stops the app`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders", ModuleOptions(essential: true)) { module in
        module.launch(
          "load", TaskOptions(.afterReady), body: .background { _, _ in throw Broken() })
        module.shutdown("close") { _ in journal.write("close") }
      })
    let failures = host.application.events.stream(of: LaunchFailed.self, bufferingNewest: 1)
    try await host.start()
    let failed = await failures.first { _ in true }
    #expect(failed?.name == "Orders.load")
    await host.stop()
    #expect(journal.lines == ["close"])
    #expect(host.explain("Orders.load").texts == ["broken"])
  }

  @Test func `an after-ready module launches after its own tasks`() throws {
    let host = TestApplication(
      .fake("Orders", ModuleOptions(stage: .afterReady)) {
        $0.launch("open", body: .background { _, _ in })
      },
      .fake("Search", ModuleOptions(stage: .afterReady, requires: "Orders")))
    #expect(try host.plan.launchOrder == ["Orders.init", "Orders.open", "Orders", "Search"])
  }

  @Test func `disabled modules cause no faults`() async throws {
    let host = TestApplication(
      .fake("Chart") { module in module.inject(Int.self) },
      .fake("Orders"), .fake("PushA") { $0.provide(String.self, "a") { _ in "a" } },
      .fake("PushB") { $0.provide(String.self, "b") { _ in "b" } }, only: ["Orders"])
    #expect(host.application.check().isEmpty)
  }
}
