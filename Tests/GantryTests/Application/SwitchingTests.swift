// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@Suite struct SwitchingTests {
  let journal = Journal()

  /// A module that records its life, provides its name as a service, and hears greetings.
  private func module(
    _ name: String, requires: ModuleName..., wants: ModuleName..., essential: Bool = false
  ) -> ModuleManifest {
    var options = ModuleOptions(essential: essential)
    options.dependencies = requires.map { ModuleDependency(.requires, $0) }
    options.dependencies += wants.map { ModuleDependency(.wants, $0) }
    return .fake(name, options) { [journal] module in
      module.launch("open", body: .background { _, _ in journal.write("open \(name)") })
      module.shutdown("close") { _ in journal.write("close \(name)") }
      module.on(
        Greeting.self, "hear",
        body: .background { _, event, _ in journal.write("\(name) \(event.text)") }
      )
      module.provides(String.self, name, ProvideOptions(ServiceQualifier(name))) { _ in name }
    }
  }

  private func start(_ manifests: ModuleManifest...) async throws -> TestApplication {
    let host = try await TestApplication.start(
      milestones: [Milestone("consent")], adding: { for each in manifests { $0.add(each) } })
    await host.waitUntilIdle()
    return host
  }

  private func services(_ host: TestApplication) -> [ModuleName] {
    host.application.services.provided.map(\.provider)
  }

  @Test func `switching a module off stops its dependents first, in reverse launch order`()
    async throws
  {
    let host = try await start(
      module("A"), module("B", requires: "A"), module("C", requires: "B"),
      module("D", wants: "A"))
    let before = try host.plan
    let report = try await host.application.disable("A")
    #expect(report.modules == ["C", "B", "A"])
    #expect(report.shutdown.modules.map(\.name) == ["C", "B", "A"])
    #expect(journal.lines.suffix(3) == ["close C", "close B", "close A"])
    #expect(services(host) == ["D"])
    await host.send(Greeting(text: "hello"))
    #expect(journal.lines.suffix(2) == ["close A", "D hello"])
    #expect(try host.plan.launchOrder == ["D.init", "D.open", "D"])
    #expect(before.launchOrder.count == 12)
    #expect(host.explain("A").description == "A is stopped ← switched off")
    #expect(host.explain("C").description == "C is stopped ← switched off with A")
    #expect(host.explain("D").state == .launched)
  }

  @Test func `modules come back in launch order as new instances`() async throws {
    let host = try await start(module("A"), module("B", requires: "A"), module("C"))
    // The old modules are retained, since a new one could get the address of a released one.
    let old = host.application.modules
    try await host.application.disable("A")
    let report = try await host.application.enable("A")
    #expect(report.modules == ["A", "B"])
    #expect(report.launch?.tasks.map(\.name) == ["A.init", "A.open", "A", "B.init", "B.open", "B"])
    #expect(report.launch?.failed.isEmpty == true)
    #expect(journal.lines.suffix(2) == ["open A", "open B"])
    #expect(services(host) == ["A", "B", "C"])
    await host.send(Greeting(text: "hello"))
    #expect(journal.lines.suffix(3).sorted() == ["A hello", "B hello", "C hello"])
    #expect(host.application.modules.count == 3)
    let new = host.application.modules
    #expect(new.count { module in old.contains { $0 === module } } == 1)
    #expect(host.explain("B").state == .launched)
    await host.stop()
    #expect(journal.lines.suffix(3).sorted() == ["close A", "close B", "close C"])
  }

  @Test func `an essential module and its requirements cannot be switched off`() async throws {
    let host = try await start(
      module("A"), module("B", requires: "A"), module("C", requires: "B", essential: true))
    await #expect(throws: ModuleSwitchError.essential(path: ["C"])) {
      try await host.application.disable("C")
    }
    await #expect(throws: ModuleSwitchError.essential(path: ["A", "B", "C"])) {
      try await host.application.disable("A")
    }
    #expect(services(host) == ["A", "B", "C"])
  }

  @Test func `switching twice has no effect the second time`() async throws {
    let host = try await start(module("A"))
    #expect(try await host.application.enable("A").modules == [])
    #expect(try await host.application.disable("A").modules == ["A"])
    #expect(try await host.application.disable("A").modules == [])
    #expect(try await host.application.enable("A").modules == ["A"])
    #expect(journal.lines == ["open A", "close A", "open A"])
  }

  @Test func `a module that was switched off by name stays off when its requirement comes back`()
    async throws
  {
    let host = try await start(module("A"), module("B", requires: "A"))
    try await host.application.disable("A")
    try await host.application.disable("B")
    #expect(try await host.application.enable("A").modules == ["A"])
    #expect(host.explain("B").description == "B is stopped ← switched off")
    #expect(try await host.application.enable("B").modules == ["B"])
  }

  @Test func `a module cannot come back while its requirement is off`() async throws {
    let host = try await start(
      module("A"), module("B", requires: "A"), module("C"), module("D", requires: "A", "C"))
    try await host.application.disable("A")
    await #expect(throws: ModuleSwitchError.requires(name: "B", off: ["A"])) {
      try await host.application.enable("B")
    }
    #expect(try await host.application.disable("C").modules == ["C"])
    #expect(try await host.application.enable("A").modules == ["A", "B"])
    #expect(host.explain("D").description == "D is stopped ← switched off with C")
    #expect(try await host.application.enable("C").modules == ["C", "D"])
  }

  @Test func `a module can fail when it comes back`() async throws {
    let host = try await start(
      .fake("A") { [journal] module in
        module.launch(
          "open",
          body: .background { _, _ in
            if journal.lines.contains("failed") { throw Broken() }
          })
      }, module("B", requires: "A"))
    try await host.application.disable("A")
    journal.write("failed")
    let report = try await host.application.enable("A")
    #expect(report.modules == ["A", "B"])
    #expect(report.launch?.task(named: "A.open")?.outcome == .failed(message: "broken"))
    #expect(host.explain("A").description == "A has failed ← A.open failed: broken")
    #expect(host.explain("B").state == .failed)
    #expect(services(host) == [])
  }

  @Test func `switching an unknown or unlaunched module says so`() async throws {
    let off = ModuleManifest.fake("Off", ModuleOptions(enabled: .when("never") { _ in false }))
    let host = try await start(module("Orders"), off)
    await #expect(throws: ModuleSwitchError.unknown(name: "Order", near: ["Orders"])) {
      try await host.application.disable("Order")
    }
    await #expect(
      throws: ModuleSwitchError.notLaunched(
        name: "Off", chain: ["condition does not hold: never"])
    ) { try await host.application.disable("Off") }
    await host.stop()
    await #expect(throws: ModuleSwitchError.notRunning) {
      try await host.application.enable("Orders")
    }
  }

  @Test func `a new start switches everything on again`() async throws {
    let host = try await start(module("A"))
    try await host.application.disable("A")
    try await host.restart()
    #expect(host.explain("A").state == .launched)
    #expect(services(host) == ["A"])
  }

  @Test(arguments: [
    (
      ModuleSwitchError.unknown(name: "Order", near: ["Orders"]),
      "Order is not linked. Did you mean Orders?"
    ),
    (.notRunning, "the application is not running. Start it first."),
    (.essential(path: ["A"]), "A is essential and cannot be switched off."),
    (
      .essential(path: ["A", "B"]),
      "A ← B: the last is essential and would be switched off with the first."
    ),
    (
      .stillLaunching(name: "A"),
      "A is still launching. Await `application.waitUntilIdle()` first."
    ),
    (
      .notLaunched(name: "A", chain: ["never"]),
      "there is nothing to switch: A did not launch ← never."
    ),
    (
      .requires(name: "B", off: ["A"]), "B requires A, which is not running. Enable it first."
    ),
  ])
  func `an error says what prevents the switch`(error: ModuleSwitchError, message: String) {
    #expect(error.description == message)
  }

  @Test
  func `a task is skipped while its requirement is off and runs when that is back`() async throws {
    let host = try await start(
      module("A"),
      .fake("B") { [journal] module in
        module.launch(
          "sync", TaskOptions(requires: "A", after: Milestone("consent")),
          body: .background { _, _ in journal.write("sync") })
      })
    try await host.application.disable("A")
    await host.application.reach(Milestone("consent")).waitUntilSettled()
    #expect(journal.lines == ["open A", "close A"])
    #expect(host.explain("B").state == .launched)
    #expect(
      host.explain("B.sync").description
        == "B.sync is skipped ← B.sync requires A ← A: switched off")
    try await host.application.enable("A")
    #expect(journal.lines == ["open A", "close A", "open A", "sync"])
    #expect(host.explain("B.sync").state == .launched)
  }

  @Test func `a skipped task returns its result when its requirement is back`() async throws {
    let host = try await start(
      module("A"),
      .fake("B") { module in
        module.launch(
          "sync", TaskOptions(requires: "A", after: Milestone("consent")).returning(Int.self),
          body: .background { _, context in try context.setResult(7, as: Int.self) })
      },
      .fake("C") { [journal] module in
        module.launch(
          "use", TaskOptions(.onDemand).taking(Int.self),
          body: .background { _, context in journal.write("\(try context.result(Int.self))") })
      })
    try await host.application.disable("A")
    await host.application.reach(Milestone("consent")).waitUntilSettled()
    host.application.demand("C.use")
    await host.waitUntilIdle()
    #expect(host.explain("C.use").state == .skipped)
    try await host.application.enable("A")
    await host.waitUntilIdle()
    #expect(journal.lines.last == "7")
  }

  @Test func `switching a module off does not remove another module's result`() async throws {
    func loading(_ name: String, _ condition: Condition, _ value: Int) -> ModuleManifest {
      .fake(name) { module in
        module.launch(
          "load", TaskOptions(enabled: condition).returning(Int.self),
          body: .background { _, context in try context.setResult(value, as: Int.self) })
      }
    }
    let host = try await start(
      loading("Local", .when { _ in true }, 1), loading("Remote", .when { _ in false }, 2),
      .fake("User") { [journal] module in
        module.launch(
          "use", TaskOptions(.onDemand).taking(Int.self),
          body: .background { _, context in journal.write("\(try context.result(Int.self))") })
      })
    try await host.application.disable("Remote")
    host.application.demand("User.use")
    await host.waitUntilIdle()
    #expect(journal.lines == ["1"])
  }
}
