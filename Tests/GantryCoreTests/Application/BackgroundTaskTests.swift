// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryAppEvents
import GantryTesting
import Testing

@Module final class SyncingModule {
  @On(backgroundTask: "shop.sync", Self.cleaning)
  func sync(_ task: PerformBackgroundTask) -> Bool { task.identifier == "shop.sync" }

  nonisolated static let cleaning = "shop.clean"
}

@On(backgroundTask: "shop.count", priority: .high)
func countItems(_ task: PerformBackgroundTask) async {}

@Suite struct BackgroundTaskTests {
  private static func performing(
    _ name: String, _ options: HandlerOptions, off: Bool = false
  ) -> ModuleManifest {
    .fake(name, ModuleOptions(enabled: .when("is on") { _ in !off })) { module in
      module.on(
        PerformBackgroundTask.self, "sync", options, fileID: "\(name).swift", line: 3,
        body: .answering { _, _, _ in true })
    }
  }

  private static func application(_ manifests: ModuleManifest...) -> Application {
    Application(modules: [], launchOptions: .test) { app in
      for manifest in manifests { app.add(manifest) }
    }
  }

  @Test func `the identifiers at handlers are those of the application`() throws {
    let app = Application(
      modules: .linked(only: ["Syncing", "countItems"]), launchOptions: .test)
    let tasks = app.backgroundTasks
    #expect(tasks["shop.sync"] == ["Syncing"])
    #expect(tasks["shop.clean"] == ["Syncing"])
    #expect(tasks["shop.count"] == ["countItems"])
    let entry = try #require(app.manifest.modules.first { $0.name == "Syncing" })
    #expect(entry.handlers.map(\.backgroundTasks) == [["shop.sync", "shop.clean"]])
  }

  @Test func `a module that is off has its identifiers in the application as well`() {
    let app = Self.application(
      Self.performing("A", HandlerOptions(backgroundTask: "a"), off: true))
    #expect(app.backgroundTasks == ["a": ["A"]])
  }

  @Test func `a handler performs only the tasks that it names`() async throws {
    let host = TestApplication(modules: .linked(only: ["Syncing"]))
    try await host.start()
    for (identifier, answer) in [("shop.sync", true), ("shop.clean", false), ("other", true)] {
      let reply = Reply<Bool>(.all, deadline: .seconds(1_000)) { _ in }
      let task = PerformBackgroundTask(identifier: identifier, reply: reply)
      #expect(await host.send(task) == answer, "\(identifier)")
    }
  }

  @Test func `a task that two modules name is a fault, unless one of them is off`() {
    let options = HandlerOptions(backgroundTask: "shop.sync")
    let both = Self.application(
      Self.performing("A", options), Self.performing("B", options)
    ).check()
    #if DEBUG
      #expect(
        both.map(\.message) == [
          """
          the background task shop.sync belongs to several modules: A.sync (A.swift:3) and B.sync \
          (B.swift:3). Give each module an identifier of its own.
          """
        ])
      #expect(both.map(\.kind) == ["sharedBackgroundTask"])
      #expect(both.first?.modules == ["A", "B"])
    #else
      #expect(both == [])
    #endif
    let one = Self.application(
      Self.performing("A", options), Self.performing("B", options, off: true))
    #expect(one.check() == [])
  }

  @Test func `a task at a handler of another event is a fault`() {
    let app = Self.application(
      .fake("A") { module in
        module.on(
          DidBecomeActive.self, "sync", HandlerOptions(backgroundTask: "a"), fileID: "A.swift",
          line: 3,
          body: .main { _, _, _ in })
      })
    #expect(
      app.check().map(\.message) == [
        """
        A.sync (A.swift:3) names the background task a, but hears DidBecomeActive. Let it hear \
        PerformBackgroundTask, or remove the identifier.
        """
      ])
  }

  @Test func `a handler of every task is a warning`() {
    let app = Self.application(
      Self.performing("A", HandlerOptions()),
      Self.performing("B", HandlerOptions(backgroundTask: "b")))
    #expect(
      app.manifest.findings?.warnings == [
        """
        A.sync (A.swift:3) hears every background task and names none, so the system starts none \
        for it. Name them: `@On(backgroundTask: "…")`, or `.backgroundTask = "…"` in C.
        """
      ])
  }
}
