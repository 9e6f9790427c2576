// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Logging
import Testing

@Suite struct EventStartTests {
  let journal = Journal()
  let log = LogRecorder()

  private func module(
    _ events: EventStart?, _ body: @escaping @concurrent @Sendable () async throws -> Void = {}
  ) -> ModuleManifest {
    .fake("SDK", ModuleOptions(events: events)) { [journal] module in
      module.launch(
        "setUp", TaskOptions(.afterReady),
        body: .background { _, _ in
          try await body()
          journal.write("set up")
        })
      module.on(DidBecomeActive.self, "active", body: .main { _, _, _ in journal.write("active") })
      module.on(
        Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
    }
  }

  private func start(_ manifest: ModuleManifest) async throws -> Application {
    let app = Application(
      modules: [], launchOptions: .test, limits: .unwatched,
      logger: log.logger
    ) { $0.add(manifest) }
    try await app.start()
    await MainActor.run { app.events.send(DidBecomeActive()) }
    app.events.send(Greeting(text: "hello"))
    return app
  }

  @Test func `events can wait for after-ready tasks, in the order they were sent`() async throws {
    let gate = Gate()
    let app = try await start(module(.afterReadyTasks) { await gate.wait() })
    #expect(app.events.explain(DidBecomeActive.self).heard == [])
    #expect(journal.lines == [])
    gate.open()
    _ = await app.waitUntilIdle()
    await app.events.waitUntilIdle()
    #expect(journal.lines == ["set up", "active", "hello"])
    await app.stop()
  }

  @Test func `a failed after-ready task drops the waiting events with one warning`() async throws {
    let gate = Gate()
    let app = try await start(
      module(.afterReadyTasks) {
        await gate.wait()
        throw Broken()
      })
    gate.open()
    let report = await app.waitUntilIdle()
    #expect(journal.lines == [])
    #expect(!app.events.isHandled(Greeting.self))
    let line = log.lines(.warning).filter { $0.hasPrefix("SDK will not receive 1 × Greeting") }
    #expect(line.count == 1)
    #expect(report?.notes.filter { $0.hasPrefix("SDK will not receive 1 × Greeting") }.count == 1)
    await app.stop()
  }

  @Test(arguments: [EventStart?.none, .afterLaunch])
  func `hearing events before after-ready tasks is a warning unless the module opts in`(
    _ events: EventStart?
  ) async throws {
    let app = try await start(module(events))
    _ = await app.waitUntilIdle()
    await app.events.waitUntilIdle()
    await app.stop()
    let expected = """
      SDK (SDK/SDKModule.swift:1) hears DidBecomeActive before its after-ready tasks have run: \
      SDK.setUp. Write `@Module(events: .afterReadyTasks)` if they prepare the module, or \
      `.afterLaunch` if not.
      """
    #expect(log.lines(.warning) == (events == nil ? [expected] : []))
  }

  @Test func `a module that can't run hears no event too early`() async throws {
    let off = ModuleOptions(enabled: .environment("NEVER_SET"))
    let app = try await start(
      .fake("SDK", off) { module in
        module.launch("setUp", TaskOptions(.afterReady), body: .background { _, _ in })
        module.on(DidBecomeActive.self, "active", body: .main { _, _, _ in })
      })
    await app.stop()
    #expect(log.lines(.warning).isEmpty && app.manifest.findings?.warnings == [])
  }

  @Module(events: .afterReadyTasks)
  actor LazySDKModule {
    static let journal = Journal()
    @Launch(.afterReady) func setUp() async { Self.journal.write("set up") }
    @On func active(_ event: DidBecomeActive) async { Self.journal.write("active") }
  }

  @Test func `the macro accepts the event option`() async throws {
    let host = TestApplication(modules: [LazySDKModule.self])
    try await host.start()
    await host.send(DidBecomeActive())
    await host.waitUntilIdle()
    await host.waitUntilHandled()
    #expect(LazySDKModule.journal.lines == ["set up", "active"])
    await host.stop()
  }
}
