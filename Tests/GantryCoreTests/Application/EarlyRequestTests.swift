// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

/// Milestones and demands before there is a launch.
@Suite struct EarlyRequestTests {
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

  @Test func `milestones and demands before the start apply to the next start only`() async throws {
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

  @Test func `milestones and demands during the preparation apply to the launch`() async throws {
    let app = host().application
    try await app.start { _ in
      app.reach(Self.consent)
      app.demand("Ads.index")
    }
    _ = await app.waitUntilIdle()
    #expect(journal.lines.sorted() == ["index", "track"])
    await app.stop()
  }

  @Test func `milestones between two runs apply to the second run`() async throws {
    let host = host()
    try await host.start()
    await host.waitUntilIdle()
    await host.stop()
    #expect(journal.lines == [])
    host.application.reach(Self.consent)
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines == ["track"])
    await host.stop()
  }
}
