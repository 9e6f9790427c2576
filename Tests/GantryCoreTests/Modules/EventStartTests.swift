// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import LogFixture
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
    await app.events.waitUntilHandled()
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
    await app.events.waitUntilHandled()
    await app.stop()
    let expected = """
      SDK (SDK/SDKModule.swift:1) hears DidBecomeActive before its after-ready tasks have run: \
      SDK.setUp. Write `@Module(events: .afterReadyTasks)` if they prepare the module, or \
      `.afterLaunch` if not.
      """
    #expect(log.lines(.warning) == (events == nil ? [expected] : []))
  }

  /// A module whose before-ready task waits, with a held event, a state and an answer.
  private func asking(_ events: EventStart?, until gate: Gate) -> ModuleManifest {
    .fake("Asking", ModuleOptions(events: events)) { [journal] module in
      module.launch(
        "ask",
        body: .background { _, _ in
          await gate.wait()
          journal.write("asked")
        })
      module.on(DidBecomeActive.self, "active", body: .main { _, _, _ in journal.write("active") })
      module.on(Question.self, "answer", body: .answering { _, _, _ in false })
      module.on(
        Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
    }
  }

  @Test(arguments: [EventStart?.none, .afterInit, .afterLaunch])
  func `a module whose task waits hears events only if it starts after its init`(
    events: EventStart?
  ) async throws {
    let (gate, hasBegun) = (Gate(), Gate())
    let app = Application(
      modules: [], launchOptions: .test, limits: .unwatched, logger: log.logger
    ) { app in
      app.add(asking(events, until: gate))
      app.launch(
        "Begun", TaskOptions(requires: "Asking.init"), body: .background { _ in hasBegun.open() })
    }
    // Held for the module, until it hears events.
    app.events.send(Greeting(text: "early"))
    let start = Task { try await app.start() }
    await hasBegun.wait()
    let isEarly = events == .afterInit
    let answer = await MainActor.run {
      app.events.send(DidBecomeActive())
      return app.events.send(Question())
    }
    // Held, the question counts as answered with yes.
    #expect(answer == !isEarly)
    await app.events.waitUntilHandled()
    #expect(Set(journal.lines) == (isEarly ? ["early", "active"] : []))
    gate.open()
    _ = try await start.value
    await app.events.waitUntilHandled()
    #expect(Set(journal.lines) == ["early", "active", "asked"])
    #expect(journal.lines.count == 3)
    await app.stop()
  }

  @Test func `a module that hears events after its init hears none once its launch has failed`()
    async throws
  {
    let app = Application(
      modules: [], launchOptions: .test, limits: .unwatched, logger: log.logger
    ) { [journal] app in
      app.add(
        .fake("Asking", ModuleOptions(events: .afterInit)) { module in
          module.launch("ask", body: .background { _, _ in throw Broken() })
          module.on(
            Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
        })
    }
    try await app.start()
    app.events.send(Greeting(text: "late"))
    await app.events.waitUntilHandled()
    #expect(journal.lines.isEmpty && !app.events.isHandled(Greeting.self))
    await app.stop()
  }

  @Test(arguments: [
    (
      ["isReady"],
      """
      Frontend (Frontend/FrontendModule.swift:1) says `events: .afterReadyTasks`, but \
      Frontend.isReady waits for a milestone, which holds no events. Move the handlers into a \
      module of their own with `@Module(stage: .afterReady, requires: "Frontend.isReady")`: it \
      hears events once Frontend.isReady has succeeded.
      """
    ),
    (
      ["draws", "isReady"],
      """
      Frontend (Frontend/FrontendModule.swift:1) says `events: .afterReadyTasks`, but \
      Frontend.draws and Frontend.isReady wait for milestones, which holds no events. Move the \
      handlers into a module of their own with \
      `@Module(stage: .afterReady, requires: "Frontend.isReady")`: it hears events once \
      Frontend.isReady has succeeded.
      """
    ),
    (
      [],
      """
      Frontend (Frontend/FrontendModule.swift:1) says `events: .afterReadyTasks`, but has no \
      after-ready task, so that it hears events as soon as it has launched. Remove `events:`.
      """
    ),
  ])
  func `handlers that would wait for after-ready tasks that there aren't are a warning`(
    tasks: [String], warning: String
  ) throws {
    let app = Application(modules: [], launchOptions: .test) {
      $0.add(
        .fake("Frontend", ModuleOptions(events: .afterReadyTasks)) { module in
          for task in tasks {
            module.launch(
              task, TaskOptions(after: Milestone("shown")), body: .background { _, _ in })
          }
          module.on(DidBecomeActive.self, "active", body: .main { _, _, _ in })
        })
    }
    #expect(app.manifest.findings?.warnings == [warning])
    #expect(app.check().isEmpty)
  }

  @Test func `the advice holds: a module that requires such a task hears events when it has ended`()
    async throws
  {
    let app = Application(
      modules: [], launchOptions: .test, limits: .unwatched, logger: log.logger
    ) { [journal] app in
      app.add(
        .fake("Frontend") { module in
          module.launch(
            "isReady", TaskOptions(after: Milestone("shown")),
            body: .background { _, _ in journal.write("is ready") })
        })
      app.add(
        .fake("Links", ModuleOptions(stage: .afterReady, requires: "Frontend.isReady")) { module in
          module.on(
            Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
        })
    }
    try await app.start()
    app.events.send(Greeting(text: "hello"))
    _ = await app.waitUntilIdle()
    await app.events.waitUntilHandled()
    #expect(journal.lines == [])
    await app.reach(Milestone("shown")).waitUntilSettled()
    _ = await app.waitUntilIdle()
    await app.events.waitUntilHandled()
    #expect(journal.lines == ["is ready", "hello"])
    await app.stop()
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
