// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantryText
import Testing

/// Modules that are switched while one of their tasks runs.
@Suite struct SwitchingRunningTests {
  let journal = Journal()
  let gate = Gate()

  private func start(_ manifests: ModuleManifest...) async throws -> TestApplication {
    try await TestApplication.start(
      milestones: [Milestone("consent")], adding: { for each in manifests { $0.add(each) } })
  }

  private func slow(_ options: TaskOptions) -> ModuleManifest {
    .fake("Slow") { [journal, gate] module in
      module.launch(
        "fetch", options,
        body: .background { _, _ in
          journal.write("begin")
          await gate.wait()
          journal.write("end")
        })
      module.shutdown("close") { _ in journal.write("close") }
    }
  }

  private func began(_ count: Int = 1) async {
    while journal.lines.count(where: { $0 == "begin" }) < count { await Task.yield() }
  }

  @Test(arguments: [TaskOptions(.afterReady), TaskOptions(after: Milestone("consent"))])
  func `a module cannot be switched off in the middle of a task`(options: TaskOptions) async throws
  {
    let host = try await start(slow(options))
    host.application.reach(Milestone("consent"))
    await began()
    await #expect(throws: ModuleSwitchError.stillLaunching(name: "Slow.fetch")) {
      try await host.application.disable("Slow")
    }
    #expect(journal.lines == ["begin"])
    #expect(host.explain("Slow").state == .launched)
    gate.open()
    await host.waitUntilIdle()
    try await host.application.disable("Slow")
    #expect(journal.lines == ["begin", "end", "close"])
    try await host.application.enable("Slow")
    #expect(journal.lines == ["begin", "end", "close", "begin", "end"])
  }

  @Test func `a module cannot be switched off while a dependent module's task runs`() async throws {
    let host = try await start(
      .fake("Base"),
      .fake("Slow", ModuleOptions(requires: "Base")) { [journal, gate] module in
        module.launch(
          "fetch", TaskOptions(.afterReady),
          body: .background { _, _ in
            journal.write("begin")
            await gate.wait()
          })
      })
    await began()
    await #expect(throws: ModuleSwitchError.stillLaunching(name: "Slow.fetch")) {
      try await host.application.disable("Base")
    }
    #expect(host.application.modules.count == 2)
    gate.open()
    await host.waitUntilIdle()
    #expect(try await host.application.disable("Base").modules == ["Slow", "Base"])
  }

  @Test func `waits include the tasks of a module that came back`() async throws {
    let host = try await start(slow(TaskOptions(.onDemand)))
    try await host.application.disable("Slow")
    try await host.application.enable("Slow")
    host.application.demand("Slow.fetch")
    await began()
    await #expect(throws: ModuleSwitchError.stillLaunching(name: "Slow")) {
      try await host.application.disable("Slow")
    }
    await #expect(throws: ApplicationError.self) {
      async let waiting = host.application.waitUntilIdle(within: .seconds(1))
      await host.clock.sleeping()
      host.clock.advance(by: .seconds(1))
      _ = try await waiting
    }
    gate.open()
    await host.waitUntilIdle()
    try await host.application.disable("Slow")
    #expect(journal.lines == ["begin", "end", "close"])
  }

  @Test func `a late result of an earlier launch is not used by the next one`() async throws {
    let late = Gate()
    let written = Gate()
    let host = try await start(
      .fake("Login") { [journal, gate] module in
        module.launch(
          "login", TaskOptions(.afterReady, timeout: .seconds(1)).returning(Int.self),
          body: .background { _, context in
            journal.write("begin")
            let round = journal.lines.count
            if round == 1 {
              await gate.wait()
              try context.setResult(1, as: Int.self)
              written.open()
            } else {
              try context.setResult(round, as: Int.self)
              await late.wait()
            }
          })
      },
      .fake("User") { [journal] module in
        module.launch(
          "use", TaskOptions(.onDemand).taking(Int?.self),
          body: .background { _, context in
            journal.write("uses \(try context.result(Int?.self) ?? 0)")
          })
      })
    await began()
    await host.clock.sleeping()
    host.clock.advance(by: .seconds(1))
    while host.outcome(of: "Login.login") == nil { await Task.yield() }
    try await host.application.disable("Login")
    async let enabling = host.application.enable("Login")
    await began(2)
    gate.open()
    await written.wait()
    late.open()
    _ = try await enabling
    host.application.demand("User.use")
    await host.waitUntilIdle()
    #expect(journal.lines == ["begin", "begin", "uses 2"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a module that comes back switches others off and on while it launches`() async throws {
    let current = Mutex<Application?>(nil)
    func recording(
      _ name: String, _ change: @escaping @Sendable () async throws -> Void = {}
    ) -> ModuleManifest {
      .fake(name) { [journal] module in
        module.launch(
          "open",
          body: .background { _, _ in
            try await change()
            journal.write("open \(name)")
          })
        module.shutdown("close") { _ in journal.write("close \(name)") }
      }
    }
    let host = try await start(
      recording("Guest"),
      recording("Plugins") {
        guard let app = current.withLock({ $0 }) else { return }
        try await app.disable("Guest")
        try await app.enable("Guest")
      })
    try await host.application.disable("Plugins")
    current.withLock { $0 = host.application }
    let report = try await host.application.enable("Plugins")
    current.withLock { $0 = nil }
    #expect(report.launch?.task(named: "Plugins.open")?.outcome == .succeeded)
    #expect(
      journal.lines.suffix(4) == ["close Plugins", "close Guest", "open Guest", "open Plugins"])
  }

  @Test func `a demand during a switch leaves a module either on or off`() async throws {
    for round in 0..<300 {
      let host = try await start(
        .fake("Search") { $0.launch("open", TaskOptions(.onDemand), body: .background { _, _ in }) }
      )
      async let demand: Void = {
        for _ in 0..<(round % 7) { await Task.yield() }
        host.application.demand("Search.open")
      }()
      async let switching = Task.detached { () -> Bool in
        for _ in 0..<(round % 11) { await Task.yield() }
        return (try? await host.application.disable("Search")) != nil
      }.value
      await demand
      let isOff = await switching
      await host.waitUntilIdle()
      #expect(host.application.modules.isEmpty == isOff, "round \(round)")
      #expect((host.explain("Search").state == .stopped) == isOff, "round \(round)")
      await host.stop()
    }
  }
}
