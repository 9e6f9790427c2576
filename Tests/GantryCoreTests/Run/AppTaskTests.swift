// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryEvents
import GantryLaunch
import GantryTesting
import Logging
import Testing

import Gantry
@testable import GantryCore

/// Closures of the app, and what the app tells its modules about its start.
@Suite struct AppTaskTests {
  @Test func `a closure of the app runs on the main actor if it says so`() async throws {
    let journal = Journal()
    let host = TestApplication(
      modules: [],
      adding: { builder in
        builder.launch(
          "window", TaskOptions(after: "settings"),
          body: .main { context in
            MainActor.assertIsolated()
            journal.write("\(context.name)")
          })
        builder.launch("settings", body: .background { journal.write("settings") })
      })
    #expect(host.application.manifest.graph.nodes.map(\.lane) == [.background, .main])
    try await host.start()
    #expect(journal.lines == ["settings", "window"])
    await host.stop()
  }

  @Test func `launch options say what started the app`() async throws {
    let journal = Journal()
    let payload = Data(#"{"aps": {}}"#.utf8)
    let host = TestApplication(
      modules: [],
      launchOptions: LaunchOptions(
        source: .quickAction, arguments: [], environment: [:], notification: payload,
        quickAction: PerformQuickAction(type: "scan", userInfo: ["id": "7"])),
      adding: { builder in
        builder.launch(
          "look",
          body: .background { context in
            let action = context.launchOptions.quickAction
            journal.write(
              "\(context.launchOptions.source) \(action?.type ?? "") \(action?.userInfo ?? [:])")
            journal.write("\(context.launchOptions.notification == payload)")
          })
      })
    try await host.start()
    #expect(journal.lines == [#"quickAction scan ["id": "7"]"#, "true"])
    await host.stop()
  }

  @Test func `a module's logger has its own label unless the app passes a logger`() {
    func label(_ logger: Logger?) -> String? {
      let application = Application(
        modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]),
        logger: logger
      ) { $0.add(.fake("Orders")) }
      let assembly = application.assemble()
      guard let plan = try? application.plan(of: assembly) else { return nil }
      let modules = application.host(of: assembly, plan)
      return modules.contexts[0].logger.label
    }
    #expect(label(nil) == MacroSupport.logger("Orders").label)
    #expect(label(Logger(label: "shop")) == "shop")
  }
}
