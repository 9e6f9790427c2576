// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
import Logging
import Testing

/// Milestones that modules name, and that the app doesn't have to declare.
@Suite struct MilestoneTests {
  private static let shown = Milestone("homeShown")
  private static let consent = Milestone("consent")
  private let journal = Journal()

  /// An SDK that waits for its own milestone.
  private func sdk(_ name: String = "SDK", _ milestone: Milestone = shown) -> ModuleManifest {
    .fake(name, fileID: "\(name).swift", line: 1) { [journal] module in
      module.launch(
        "track", TaskOptions(after: milestone), fileID: "SDK.swift", line: 3,
        body: .background { _, _ in
          journal.write("\(name).track")
        })
    }
  }

  @Test func `a milestone that the app does not declare keeps only its own tasks waiting`()
    async throws
  {
    let host = TestApplication(sdk(), .fake("Orders"))
    #expect(host.application.check().isEmpty)
    try await host.start()
    let report = try #require(await host.waitUntilIdle())
    #expect(report.waiting == ["SDK.track"])
    #expect(report.task(named: "SDK.track")?.awaitedMilestones == ["homeShown"])
    #expect(report.summary.contains("1 waiting"))
    #expect(report.description.contains("SDK.track: waiting for milestone homeShown"))
    let explanation = host.explain("SDK.track")
    #expect(explanation.state == .waiting)
    #expect(
      explanation.description == "SDK.track is waiting ← milestone homeShown has not been reached")
    #expect(journal.lines == [])
    await host.stop()
  }

  @Test func `the app can reach a milestone that it does not declare`() async throws {
    let host = TestApplication(sdk())
    try await host.start()
    let reached = host.application.reach(Self.shown)
    #expect(reached.tasks == ["SDK.track"])
    await reached.waitUntilSettled()
    #expect(host.application.report?.task(named: "SDK.track")?.outcome == .succeeded)
    #expect(host.application.report?.waiting == [])
    await host.stop()
  }

  @Test func `a module reaches a milestone through its context and waits for the tasks behind it`()
    async throws
  {
    let home = ModuleManifest.fake("Home", ModuleOptions(stage: .afterReady)) { [journal] module in
      module.launch(
        "show", TaskOptions(.afterReady),
        body: .background { module, context in
          #expect(context.launchOptions.source == .test)
          await context.application.reach(Self.shown).waitUntilSettled()
          journal.write("Home.show")
        })
    }
    let host = TestApplication(sdk(), home)
    try await host.start()
    _ = await host.waitUntilIdle()
    #expect(journal.lines == ["SDK.track", "Home.show"])
    await host.stop()
  }

  @Test func `waiting for tasks that depend on the caller ends at once`() async throws {
    let early = ModuleManifest.fake("Early") { [journal] module in
      module.launch(
        "show",
        body: .background { _, context in
          await context.application.reach(Self.shown).waitUntilSettled()
          journal.write("Early.show")
        })
    }
    let circle = ModuleManifest.fake("Circle") { [journal] module in
      module.launch(
        "show", TaskOptions(.afterReady),
        body: .background { _, context in
          let reached = context.application.reach(Self.consent)
          #expect(reached.tasks == [])
          await reached.waitUntilSettled()
          journal.write("Circle.show")
        })
      module.launch(
        "follow", TaskOptions(requires: "Circle.show", after: Self.consent),
        body: .background { _, _ in
          journal.write("Circle.follow")
        })
    }
    let host = TestApplication(sdk(), early, circle)
    try await host.start()
    _ = await host.waitUntilIdle()
    #expect(
      Set(journal.lines) == ["Early.show", "SDK.track", "Circle.show", "Circle.follow"])
    await host.stop()
  }

  @Test func `a wait leaves out tasks that need another milestone, a demand, or idle time`()
    async throws
  {
    let module = ModuleManifest.fake("Ads") { module in
      module.launch(
        "first", TaskOptions(after: Self.shown, concurrent: true), body: .background { _, _ in })
      module.launch(
        "both", TaskOptions(requires: "SDK.track", after: Self.shown, concurrent: true),
        body: .background { _, _ in })
      module.launch(
        "asked", TaskOptions(.onDemand, after: Self.shown), body: .background { _, _ in })
      module.launch("calm", TaskOptions(.idle, after: Self.shown), body: .background { _, _ in })
    }
    let host = TestApplication(sdk("SDK", Self.consent), module)
    try await host.start()
    #expect(host.application.reach(Self.shown).tasks == ["Ads.first"])
    #expect(host.application.reach(Self.consent).tasks == ["SDK.track", "Ads.both"])
    _ = await host.waitUntilIdle()
    await host.stop()
  }

  @Test func `a misspelled milestone is a warning after ready`() async throws {
    let log = LogRecorder()
    let app = Application(
      modules: [], milestones: [Self.consent], launchOptions: .test,
      limits: .unwatched, logger: log.logger
    ) { $0.add(self.sdk("SDK", Milestone("consnt"))) }
    try await app.start()
    await app.stop()
    #expect(
      log.lines(.warning) == [
        """
        SDK.track (SDK.swift:3) waits for milestone consnt, which the app does not \
        declare. Did you mean consent? It runs when something reaches that milestone.
        """
      ])
  }
}
