// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

/// What is asked of an application before there is a launch.
@Suite struct EarlyWishTests {
  let journal = Journal()
  static let consent = Milestone("consent")

  private func host() -> TestApplication {
    TestApplication(
      modules: [], milestones: [Self.consent],
      adding: {
        $0.add(
          .fake("Ads") { [journal] module in
            module.launch(
              "track", TaskOptions(after: Self.consent),
              body: .background { _, _ in
                journal.write("track")
              })
            module.launch(
              "index", TaskOptions(.onDemand), body: .background { _, _ in journal.write("index") })
          })
      })
  }

  @Test func `what is asked for before the start holds for it, once`() async throws {
    let host = host()
    host.application.reach(Self.consent)
    host.application.demand("Ads.index")
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines.sorted() == ["index", "track"])
    await host.stop()
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines.count == 2)
    await host.stop()
  }

  @Test func `what is asked for while the launch is prepared holds for it`() async throws {
    let app = host().application
    try await app.start { _ in
      app.reach(Self.consent)
      app.demand("Ads.index")
    }
    _ = await app.waitUntilIdle()
    #expect(journal.lines.sorted() == ["index", "track"])
    await app.stop()
  }

  @Test func `what is asked for between two runs holds for the second`() async throws {
    let host = host()
    try await host.start()
    await host.waitUntilIdle()
    await host.stop()
    #expect(journal.lines == [])
    host.application.reach(Self.consent)
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines == ["track"])
    try await host.application.disable("Ads")
    try await host.application.enable("Ads")
    #expect(journal.lines == ["track", "track"])
    await host.stop()
  }
}
