// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Logging
import Testing

/// Modules that failed to launch and retry.
@Suite struct SwitchingRetryTests {
  let journal = Journal()
  let log = LogRecorder()

  private func application(_ manifests: ModuleManifest...) -> Application {
    Application(
      modules: [], launchOptions: .test, limits: .unwatched,
      logger: log.logger, { for each in manifests { $0.add(each) } })
  }

  /// A module that fails this many times, and hears greetings.
  private func module(
    _ name: String, failing count: Int = 0, requires: ModuleName...
  )
    -> ModuleManifest
  {
    var options = ModuleOptions()
    options.dependencies = requires.map { ModuleDependency(.requires, $0) }
    return .fake(name, options) { [journal] module in
      module.launch(
        "open",
        body: .background { _, _ in
          journal.write("open \(name)")
          if journal.lines.count(where: { $0 == "open \(name)" }) <= count { throw Broken() }
        })
      module.on(
        Greeting.self, "hear", body: .background { _, _, _ in journal.write("\(name) hears") })
      module.shutdown("close") { _ in journal.write("close \(name)") }
    }
  }

  @Test func `a module that failed at the start can retry, with the modules it blocked`()
    async throws
  {
    let app = application(
      module("A", failing: 1), module("B", requires: "A"), module("C"))
    try await app.start()
    #expect(app.explain("B").description == "B has failed ← A ← A.open failed: broken")
    let report = try await app.enable("A")
    #expect(report.modules == ["A", "B"])
    #expect(report.launch?.failed.isEmpty == true)
    // The failed instance is shut down before a new one is created.
    #expect(report.shutdown.modules.map(\.name) == ["A"])
    #expect(journal.lines.filter { $0.hasSuffix(" A") } == ["open A", "close A", "open A"])
    #expect(app.explain("A").state == .launched)
    #expect(app.explain("A.open").state == .launched)
    #expect(app.explain("B").state == .launched)
    app.events.send(Greeting(text: "hello"))
    await app.events.waitUntilIdle()
    #expect(journal.lines.suffix(3).sorted() == ["A hears", "B hears", "C hears"])
    #expect(try await app.disable("A").modules == ["B", "A"])
    await app.stop()
  }

  @Test func `an on-demand module is switched with the module that its task requires`()
    async throws
  {
    let app = application(
      module("A", failing: 1),
      .fake("Lazy") { [journal] module in
        module.launch(
          "open", TaskOptions(.onDemand, requires: "A"),
          body: .background { _, _ in journal.write("open Lazy") })
      })
    try await app.start()
    _ = await app.waitUntilIdle()
    #expect(app.explain("Lazy").state == .failed)
    #expect(try await app.enable("A").modules == ["A", "Lazy"])
    app.demand("Lazy")
    _ = await app.waitUntilIdle()
    #expect(app.explain("Lazy").state == .launched)
    #expect(try await app.disable("A").modules == ["Lazy", "A"])
    await app.stop()
  }

  @Test func `each failed retry is logged once, and the module can retry again`() async throws {
    let app = application(module("A", failing: 3), module("B", requires: "A"))
    try await app.start()
    let first = log.lines(.warning)
    #expect(
      first == [
        "did not start: A has failed ← A.open failed: broken gantry.module=A",
        "did not start: B has failed ← A ← A.open failed: broken gantry.module=B",
      ])
    for round in 2...3 {
      let report = try await app.enable("A")
      #expect(report.launch?.task(named: "A.open")?.outcome == .failed(message: "broken"))
      #expect(app.explain("A").description == "A has failed ← A.open failed: broken")
      #expect(log.lines(.warning) == (1...round).flatMap { _ in first })
    }
    #expect(try await app.enable("A").modules == ["A", "B"])
    #expect(try await app.enable("A").modules == [])
    #expect(app.explain("B").state == .launched)
    #expect(log.lines(.warning).count == 6)
    await app.stop()
  }

  @Test func `a module that failed while being switched on can be switched on again`() async throws
  {
    let app = application(
      .fake("A") { [journal] module in
        module.launch(
          "open",
          body: .background { _, _ in
            journal.write("open")
            if journal.lines.count == 2 { throw Broken() }
          })
      })
    try await app.start()
    try await app.disable("A")
    #expect(try await app.enable("A").launch?.failed.isEmpty == false)
    #expect(try await app.enable("A").launch?.failed.isEmpty == true)
    #expect(try await app.disable("A").modules == ["A"])
    await app.stop()
  }

  @Test func `a blocked module cannot come back before the module that blocks it`() async throws {
    let app = application(module("A", failing: 1), module("B", requires: "A"))
    try await app.start()
    await #expect(throws: ModuleSwitchError.requires(name: "B", off: ["A"])) {
      try await app.enable("B")
    }
    #expect(journal.lines == ["open A"])
    #expect(app.explain("A").state == .failed)
    await app.stop()
  }

  @Test func `a module that requires a failed one stays off until that one comes back`()
    async throws
  {
    let app = application(
      module("A"), module("B", failing: 1), module("C", requires: "A"),
      module("D", requires: "A", "B"))
    try await app.start()
    #expect(try await app.disable("A").modules == ["C", "A"])
    #expect(try await app.enable("A").modules == ["A", "C"])
    #expect(try await app.enable("B").modules == ["B", "D"])
    #expect(app.explain("D").state == .launched)
    await app.stop()
  }
}
