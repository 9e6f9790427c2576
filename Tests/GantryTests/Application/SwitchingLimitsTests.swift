// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Logging
import Testing

/// A module that launches again has the same limits as the launch of the application.
@Suite(.timeLimit(.minutes(5))) struct SwitchingLimitsTests {
  @Test func `switching a module on also shuffles its launch`() async throws {
    let host = TestApplication(
      modules: [], launchOptions: .test(shuffle: 7),
      adding: { app in
        app.add(.fake("Orders") { $0.launch("open", body: .background { _, _ in }) })
      })
    try await host.start()
    try await host.application.disable("Orders")
    let report = try await host.application.enable("Orders")
    #expect(report.launch?.shuffleSeed == 7)
    await host.stop()
  }

  @Test func `a module that is switched on is reported if it holds the main actor`() async throws {
    let log = LogRecorder()
    let journal = Journal()
    let app = Application(
      modules: [], launchOptions: .test,
      limits: Application.Limits(mainActor: .milliseconds(1)), logger: log.logger
    ) { app in
      app.add(
        .fake("Orders") { module in
          module.launch(
            "show",
            body: .main { _, _ in
              journal.write("show")
              guard journal.lines.count == 2 else { return }
              // It holds the main actor until the watch reports it.
              let end = ContinuousClock.now + .seconds(20)
              while !log.lines(.warning, hangs: true).contains(where: {
                $0.contains("has held the main actor")
              }),
                ContinuousClock.now < end
              {}
            })
        })
    }
    try await app.start()
    try await app.disable("Orders")
    #expect(try await app.enable("Orders").launch?.failed == [])
    #expect(
      log.lines(.warning, hangs: true).contains {
        $0.hasPrefix("task Orders.show (") && $0.contains("has held the main actor for over")
      })
    await app.stop()
  }
}
