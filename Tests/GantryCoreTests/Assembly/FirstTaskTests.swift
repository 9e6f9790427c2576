// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import Testing

/// `@Launch(.first)`: tasks that run before everything that they don't require.
@Suite(.timeLimit(.minutes(1))) struct FirstTaskTests {
  private let journal = Journal()

  /// A module with a first task, a before-ready task and an after-ready one.
  private func crash(
    _ options: ModuleOptions = ModuleOptions(), _ task: TaskOptions = TaskOptions(.first),
    _ body: TaskBody<Fake>? = nil
  ) -> ModuleManifest {
    .fake("Crash", options) { [journal] module in
      module.launch(
        "start", task, body: body ?? .background { _, _ in journal.write("Crash.start") })
      module.launch("upload", body: .background { _, _ in journal.write("Crash.upload") })
      module.launch(
        "tidy", TaskOptions(.afterReady), body: .background { _, _ in journal.write("Crash.tidy") })
    }
  }

  private func other(
    _ name: String, _ options: ModuleOptions = ModuleOptions(priority: .high)
  ) -> ModuleManifest {
    .fake(name, options) { [journal] module in
      module.launch("open", body: .main { _, _ in journal.write("\(name).open") })
    }
  }

  @Test func `a first task and the init of its module come before modules of a higher priority`()
    async throws
  {
    let host = TestApplication(crash(), other("Analytics"), other("Storage"))
    let plan = try host.plan
    #expect(plan.tasks.filter { $0.stage == .first }.map(\.name) == ["Crash.init", "Crash.start"])
    #expect(plan.task(named: "Crash.start")?.timeout == .seconds(5))
    #expect(plan.task(named: "Crash.upload")?.timeout == nil)
    try await host.start()
    #expect(journal.lines.first == "Crash.start")
    let all: Set = ["Crash.start", "Crash.upload", "Analytics.open", "Storage.open"]
    #expect(all.isSubset(of: journal.lines))
    await host.waitUntilIdle()
    #expect(journal.lines.contains("Crash.tidy"))
    await host.stop()
  }

  @Test func `what a first task requires is in the group: modules, services and results`() throws {
    let settings = ModuleManifest.fake("Settings") { module in
      module.launch("read", TaskOptions().returning(Int.self), body: .background { _, _ in })
      module.launch("sync", body: .background { _, _ in })
    }
    let files = ModuleManifest.fake("Files") { $0.provide(String.self, "path") { _ in "/" } }
    let crash = ModuleManifest.fake("Crash", ModuleOptions(requires: "Clock")) { module in
      module.inject(String.self)
      module.launch(
        "start", TaskOptions(.first).taking(Int.self), body: .background { _, _ in })
    }
    let host = TestApplication(
      crash, settings, files, other("Clock"), other("Shop"),
      .fake("Keys", ModuleOptions(requiredBy: "Crash")))
    let first = try host.plan.tasks.filter { $0.stage == .first }.map(\.name)
    #expect(
      Set(first) == [
        "Crash.init", "Crash.start", "Settings.init", "Settings.read", "Files", "Clock.init",
        "Clock.open", "Clock", "Keys",
      ])
    #expect(try host.plan.task(named: "Settings.read")?.promotedBy == "Crash.start")
  }

  @Test func `a free function can be first, and hears events with the others`() async throws {
    let host = try await TestApplication.start(
      adding: { [journal] in
        $0.add(other("Shop"))
        $0.add(
          ModuleManifest(function: "setUpCrash") { function in
            function.launch(
              TaskOptions(.first), body: .background { _ in journal.write("setUpCrash") })
            function.on(
              Question.self,
              body: .answering { _, _, _ in
                journal.write("heard")
                return true
              })
          })
      })
    #expect(journal.lines == ["setUpCrash", "Shop.open"])
    #expect(await host.send(Question()) == true)
    await host.stop()
  }

  @Test func `the failure of a first task blocks only what requires it`() async throws {
    let host = TestApplication(
      crash(ModuleOptions(), TaskOptions(.first), .background { _, _ in throw Broken() }),
      other("Shop"), other("Reports", ModuleOptions(requires: "Crash")))
    try await host.start()
    #expect(journal.lines.sorted() == ["Crash.upload", "Shop.open"])
    #expect(host.outcome(of: "Crash.start") == .failed(message: "broken"))
    #expect(
      host.outcome(of: "Reports.open") == .blocked(by: ["Reports.init", "Crash", "Crash.start"]))
    await host.stop()
  }

  @Test func `everything else goes on when a first task has taken its five seconds`() async throws {
    let gate = Gate()
    let host = TestApplication(
      crash(ModuleOptions(), TaskOptions(.first), .background { _, _ in await gate.wait() }),
      other("Shop"))
    let start = Task { try await host.start() }
    await host.clock.waitUntilSleeping(atLeast: 1)
    host.clock.advance(by: .seconds(4))
    #expect(journal.lines == [])
    #expect(
      host.application.explain("Shop").description
        == "Shop is still launching ← waiting for Shop ← Crash.start, running for 4.0 s on the "
        + "background lane")
    host.clock.advance(by: .seconds(1))
    _ = try await start.value
    #expect(host.outcome(of: "Crash.start") == .timedOut)
    #expect(journal.lines.contains("Shop.open"))
    gate.open()
    await host.stop()
  }

  @Test func `a first task that is skipped takes nothing into the group`() throws {
    var options = TaskOptions(.first, requires: "Shop")
    options.conditions = [.when("never") { _ in false }]
    let host = TestApplication(crash(ModuleOptions(), options), other("Shop"))
    #expect(try host.plan.tasks.allSatisfy { $0.stage != .first || !$0.skipped.isEmpty })
  }

  struct Misuse: CustomTestStringConvertible, Sendable {
    let kinds: [String]
    var module = ModuleOptions()
    var task = TaskOptions(.first)
    let testDescription: String

    init(
      _ testDescription: String, _ kinds: String..., module: ModuleOptions = ModuleOptions(),
      task: TaskOptions = TaskOptions(.first)
    ) {
      (self.testDescription, self.kinds) = (testDescription, kinds)
      (self.module, self.task) = (module, task)
    }
  }

  @Test(arguments: [
    Misuse("nothing wrong"),
    Misuse(
      "behind a milestone", "firstNeedsMilestone",
      task: TaskOptions(.first, after: FirstTaskTests.consent)),
    Misuse("in a later module", "firstRequiresLater", module: ModuleOptions(stage: .afterReady)),
    Misuse("a module that is first", "firstModule", module: ModuleOptions(stage: .first)),
    Misuse(
      "requires on demand", "firstRequiresLater", task: TaskOptions(.first, requires: "Lazy.go")),
    Misuse("wants another", "firstWaitsForOthers", task: TaskOptions(.first, wants: "Shop")),
    Misuse("comes after another", "firstWaitsForOthers", module: ModuleOptions(after: "Shop")),
  ])
  func `a first task that asks for something later is a fault`(row: Misuse) {
    let host = TestApplication(
      crash(row.module, row.task), other("Shop"),
      .fake("Lazy") { $0.launch("go", TaskOptions(.onDemand), body: .background { _, _ in }) })
    #expect(host.application.check().map(\.kind) == row.kinds)
  }

  static let consent = Milestone("consent")
}
