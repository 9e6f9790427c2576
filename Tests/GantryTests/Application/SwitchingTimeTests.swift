// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import Testing

/// Modules that are switched while a launch, a milestone, a value or a result is pending.
@Suite struct SwitchingTimeTests {
  let journal = Journal()
  static let consent = Milestone("consent")

  private func start(
    delaying delays: [ModuleName: Duration] = [:], _ manifests: ModuleManifest...
  ) async throws -> TestApplication {
    try await TestApplication.start(
      delaying: delays, milestones: [Self.consent],
      adding: { for each in manifests { $0.add(each) } })
  }

  private func ads() -> ModuleManifest {
    .fake("Ads") { [journal] module in
      module.launch("open", body: .background { _, _ in journal.write("open") })
      module.launch(
        "track", TaskOptions(after: Self.consent),
        body: .background { _, _ in journal.write("track") })
    }
  }

  @Test func `a module that is still launching cannot be switched off`() async throws {
    let host = try await start(
      delaying: ["Late": .seconds(1)], .fake("Late", ModuleOptions(stage: .afterReady)))
    await host.clock.sleeping()
    await #expect(throws: ModuleSwitchError.stillLaunching(name: "Late")) {
      try await host.application.disable("Late")
    }
    host.clock.advance(by: .seconds(1))
    await host.waitUntilIdle()
    #expect(try await host.application.disable("Late").modules == ["Late"])
  }

  @Test func `reaching a milestone does not start tasks of a module that is off`() async throws {
    let host = try await start(ads())
    try await host.application.disable("Ads")
    host.application.reach(Self.consent)
    await host.waitUntilIdle()
    #expect(journal.lines == ["open"])
    let reason = OffReason(.switchedOff, "switched off")
    #expect(
      host.outcome(of: "Ads.track")
        == .skipped(because: [LaunchSkip("Ads.track", .disabled(reason))]))
    try await host.application.enable("Ads")
    #expect(journal.lines == ["open", "open", "track"])
  }

  @Test func `a task still waits for its milestone after a switch`() async throws {
    let host = try await start(ads())
    try await host.application.disable("Ads")
    try await host.application.enable("Ads")
    #expect(journal.lines == ["open", "open"])
    host.application.reach(Self.consent)
    await host.waitUntilIdle()
    #expect(journal.lines == ["open", "open", "track"])
  }

  @Test func `an on-demand module can be switched before and after its first use`() async throws {
    let host = try await start(
      .fake("Search") { [journal] module in
        module.launch(
          "load", TaskOptions(.onDemand), body: .background { _, _ in journal.write("load") })
        module.provides(String.self, "hits") { _ in "hits" }
      }, .fake("Orders") { $0.inject(Lazy<String>.self) })
    let lazy = host.application.services.lazy(String.self)
    let off = ServiceError.notStarted(
      type: "String", provider: "Search", chain: [], reason: "skipped: switched off")
    for round in 1...2 {
      #expect(try await host.application.disable("Search").modules == ["Search"])
      #expect(lazy.current == nil)
      await #expect(throws: off) { try await lazy.get() }
      #expect(try await host.application.enable("Search").modules == ["Search"])
      #expect(lazy.current == nil)
      #expect(try await lazy.get() == "hits")
      #expect(journal.lines.count == round)
    }
    await host.stop()
  }

  @Test func `a keyed service is withdrawn and provided again with its module`() async throws {
    let host = try await start(.fake("Account") { $0.provides(\.city) { _ in "Oslo" } })
    let services = host.application.services
    #expect(services[\.city] == "Oslo")
    try await host.application.disable("Account")
    #expect(services[\.city] == nil)
    try await host.application.enable("Account")
    #expect(services[\.city] == "Oslo")
    await host.stop()
    #expect(services[\.city] == nil)
  }

  @Test func `a task's result is withdrawn with its module and returned again`() async throws {
    let host = try await start(
      .fake("Storage") { [journal] module in
        module.launch(
          "open", TaskOptions().returning(Int.self),
          body: .background { _, context in
            journal.write("open")
            try context.setResult(journal.lines.count, as: Int.self)
          })
      },
      .fake("Orders") { [journal] module in
        module.launch(
          "read", TaskOptions().taking(Int.self),
          body: .background { _, context in
            journal.write("read \(try context.result(Int.self))")
          })
      })
    let report = try await host.application.disable("Storage")
    // Orders is created first, and only its task waits, so it stops last.
    #expect(report.modules == ["Storage", "Orders"])
    try await host.application.enable("Storage")
    #expect(journal.lines == ["open", "read 1", "open", "read 3"])
    try await host.application.disable("Orders")
    try await host.application.enable("Orders")
    #expect(journal.lines.last == "read 3")
  }

  @Test func `concurrent switches run one after another`() async throws {
    let host = try await start(ads(), .fake("B", ModuleOptions(requires: "Ads")))
    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          _ =
            number.isMultiple(of: 2)
            ? try? await host.application.disable("Ads") : try? await host.application.enable("Ads")
        }
      }
    }
    try await host.application.enable("Ads")
    #expect(host.application.modules.count == 2)
    #expect(journal.lines.allSatisfy { $0 == "open" })
  }

  @Test func `a stop ends a module that is coming back`() async throws {
    let host = try await start(
      .fake("A") { [journal] module in
        module.launch(
          "open",
          body: .background { _, context in
            journal.write("open")
            guard journal.lines.count > 1 else { return }
            try await context.events.neverEnds()
          })
        module.shutdown("close") { _ in journal.write("close") }
      })
    try await host.application.disable("A")
    async let enabling = host.application.enable("A")
    while journal.lines.count < 3 { await Task.yield() }
    await host.stop()
    _ = try? await enabling
    #expect(journal.lines == ["open", "close", "open", "close"])
  }

  @Test func `many switches leave nothing behind`() async throws {
    let host = try await start(ads())
    for _ in 0..<100 {
      try await host.application.disable("Ads")
      try await host.application.enable("Ads")
    }
    #expect(host.application.modules.count == 1)
    #expect(host.application.events.explain(Greeting.self).handlers.isEmpty)
  }
}
