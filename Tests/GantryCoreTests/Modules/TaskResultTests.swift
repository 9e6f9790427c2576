// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import GantrySupport
import Testing

struct Catalog: Sendable, Equatable { let title: String }

struct Stock: Sendable, Equatable { let count: Int }

protocol Ledger: Sendable { var lines: Int { get } }

struct PaperLedger: Ledger { let lines: Int }

@Suite struct TaskResultTests {
  /// A module with a task that returns a catalog.
  private static func shelf(
    _ name: String = "Shelf", _ options: TaskOptions = TaskOptions(), title: String = "Emma"
  ) -> ModuleManifest {
    .fake(name) { module in
      module.launch(
        "open", options.returning(Catalog.self), fileID: "\(name)/\(name).swift", line: 2,
        body: .background {
          try $1.setResult(Catalog(title: title), as: Catalog.self)
        })
    }
  }

  /// A module with a task that writes down the title of the catalog that it takes.
  private static func reader(
    _ journal: Journal, _ options: TaskOptions = TaskOptions()
  ) -> ModuleManifest {
    .fake("Reader") { module in
      module.launch(
        "read", options.taking(Catalog.self), fileID: "Reader/Reader.swift", line: 2,
        body: .background {
          journal.write(try $1.result(Catalog.self).title)
        })
    }
  }

  /// A module with a task that takes an optional catalog and writes down its title.
  private static func browser(_ journal: Journal) -> ModuleManifest {
    .fake("Browser") { module in
      module.launch(
        "browse", TaskOptions().taking(Catalog?.self),
        body: .background {
          journal.write(try $1.result(Catalog?.self)?.title ?? "nothing")
        })
    }
  }

  @Test func `a result reaches a task of another module through an edge with its reason`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(Self.reader(journal), Self.shelf())
    let task = try #require(try host.plan.task(named: "Reader.read"))
    let edge = try #require(task.dependencies.first { $0.name == "Shelf.open" })
    #expect(edge.kind == .requires && edge.declaredAt == "Reader/Reader.swift:2")
    #expect(edge.reason == .result(type: "Catalog"))
    try await host.start()
    #expect(journal.lines == ["Emma"])
  }

  @Test func `a result that no task takes isn't a fault`() async throws {
    let host = TestApplication(Self.shelf())
    try await host.start()
    #expect(host.outcome(of: "Shelf.open") == .succeeded)
  }

  @Test func `a result is found by its existential type`() async throws {
    let journal = Journal()
    let host = TestApplication(
      ModuleManifest(function: "keep") { function in
        function.launch(
          TaskOptions().returning((any Ledger).self),
          body: .background {
            try $0.setResult(PaperLedger(lines: 3), as: (any Ledger).self)
          })
      },
      ModuleManifest(function: "count") { function in
        function.launch(
          TaskOptions().taking((any Ledger).self).taking((any Ledger)?.self),
          body: .background {
            journal.write("\(try $0.result((any Ledger).self).lines)")
            journal.write("\(try $0.result((any Ledger)?.self)?.lines ?? 0)")
          })
      })
    try await host.start()
    #expect(journal.lines == ["3", "3"])
  }

  /// A task returns an optional with or without a value.
  @Test(arguments: ["Emma", nil])
  func `a task may return no value`(title: String?) async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.reader(journal, TaskOptions(.afterReady)), Self.browser(journal),
      .fake("Shelf") { module in
        module.launch(
          "open", TaskOptions().returning(Catalog?.self),
          body: .background {
            try $1.setResult(title.map { Catalog(title: $0) }, as: Catalog?.self)
          })
      })
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines == (title == nil ? ["nothing"] : ["Emma", "Emma"]))
    #expect(
      host.outcome(of: "Reader.read")
        == (title == nil
          ? .failed(message: "Shelf.open could not make Catalog: it has returned no value")
          : .succeeded))
  }

  @Test func `a failure blocks tasks that require the result but not tasks that want it`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(
      Self.reader(journal), Self.browser(journal), Self.shelf(), failing: ["Shelf.open": Broken()])
    try await host.start()
    #expect(host.outcome(of: "Reader.read") == .blocked(by: ["Shelf.open"]))
    #expect(
      host.explain("Reader.read").description
        == "Reader.read has failed ← Shelf.open failed: broken")
    #expect(journal.lines == ["nothing"])
  }

  @Test func `an optional result is nil if no task returns it`() async throws {
    let journal = Journal()
    let host = TestApplication(Self.browser(journal))
    try await host.start()
    #expect(journal.lines == ["nothing"])
  }

  @Test func `a task waits for an optional result that another task returns`() async throws {
    let journal = Journal()
    let clock = TestClock()
    let host = TestApplication(
      modules: [], delaying: ["Shelf.open": .seconds(1)], clock: clock,
      adding: {
        $0.add(Self.browser(journal))
        $0.add(Self.shelf())
      })
    async let start = host.start()
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(1))
    _ = try await start
    #expect(journal.lines == ["Emma"])
  }

  @Test func `a disabled task skips the tasks that require its result`() async throws {
    let journal = Journal()
    var off = TaskOptions()
    off.conditions = [.environment("SHELF")]
    let host = TestApplication(
      Self.reader(journal), Self.browser(journal), Self.shelf("Shelf", off))
    try await host.start()
    #expect(
      host.outcome(of: "Reader.read")
        == .skipped(because: [
          LaunchSkip("Reader.read", .requires("Shelf.open")),
          LaunchSkip(
            "Shelf.open",
            .disabled(
              OffReason(.condition, "condition does not hold: environment variable SHELF"))),
        ]))
    #expect(journal.lines == ["nothing"])
  }

  @Test func `an enabled task replaces a disabled one that returns the same type`() async throws {
    let journal = Journal()
    var off = TaskOptions()
    off.conditions = [.environment("SHELF")]
    let host = TestApplication(
      Self.reader(journal), Self.shelf("Attic", off), Self.shelf("Cellar", title: "Persuasion"))
    try await host.start()
    #expect(journal.lines == ["Persuasion"])
  }

  @Test func `a task is promoted if an earlier stage takes its result`() async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.reader(journal), Self.shelf("Shelf", TaskOptions(.afterReady)))
    let task = try #require(try host.plan.task(named: "Shelf.open"))
    #expect(task.stage == .beforeReady && task.promotedBy == "Reader.read")
    try await host.start()
    #expect(journal.lines == ["Emma"])
  }

  @Test func `an on-demand result runs for a later task but not before ready`() async throws {
    let journal = Journal()
    let lazy = Self.shelf("Shelf", TaskOptions(.onDemand))
    let fault = TestApplication(Self.reader(journal), lazy).application.check().first
    #expect(fault?.kind == "blockingRequiresOnDemand")
    #expect(fault?.message.contains("ready would wait for Shelf.open") == true)
    let host = TestApplication(Self.reader(journal, TaskOptions(.afterReady)), lazy)
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines == ["Emma"])
  }

  @Test func `the result of the successful attempt counts`() async throws {
    let journal = Journal()
    let tries = Mutex(0)
    let host = TestApplication(
      Self.reader(journal),
      .fake("Shelf") { module in
        module.launch(
          "open", TaskOptions(retry: .immediately(2)).returning(Catalog.self),
          body: .background {
            let number = tries.withLock {
              $0 += 1
              return $0
            }
            try $1.setResult(Catalog(title: "try \(number)"), as: Catalog.self)
            if number < 3 { throw Broken() }
          })
      })
    try await host.start()
    #expect(journal.lines == ["try 3"])
  }

  @Test func `the result of a failed attempt is dropped`() async throws {
    let journal = Journal()
    let tries = Mutex(0)
    let host = TestApplication(
      Self.browser(journal),
      .fake("Shelf") { module in
        module.launch(
          "open", TaskOptions(retry: .immediately(1)).returning(Catalog?.self),
          body: .background {
            let isFirst = tries.withLock {
              $0 += 1
              return $0 == 1
            }
            try $1.setResult(isFirst ? Catalog(title: "Emma") : nil, as: Catalog?.self)
            if isFirst { throw Broken() }
          })
      })
    try await host.start()
    #expect(host.outcome(of: "Shelf.open") == .succeeded)
    #expect(journal.lines == ["nothing"])
  }

  @Test func `a result is a service from the moment its task succeeds until its module stops`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(
      Self.shelf(),
      .fake("Reader") { module in
        module.inject(Catalog.self)
        module.launch(
          "read", body: .background { journal.write(try $1.inject(Catalog.self).title) })
      })
    let start = try #require(try host.plan.task(named: "Reader.init"))
    #expect(start.dependencies.map(\.name) == ["Shelf.open"])
    let services = host.application.services
    #expect(services.resolveIfPresent(Catalog.self) == nil)
    try await host.start()
    #expect(journal.lines == ["Emma"])
    #expect(services.resolveIfPresent(Catalog.self) == Catalog(title: "Emma"))
    #expect(services.provided.first { $0.type.name == "Catalog" }?.provider == "Shelf.open")
    await host.stop()
    #expect(throws: ServiceError.stopped(type: "Catalog", providers: ["Shelf.open"])) {
      try services.resolve(Catalog.self)
    }
    try await host.start()
    #expect(journal.lines == ["Emma", "Emma"])
    await host.stop()
    #expect(services.resolveIfPresent(Catalog.self) == nil)
  }

  @Test func `a task takes a service once the module that provides it has launched`() async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.reader(journal),
      .fake("Shop") { $0.provide(Catalog.self, "catalog") { _ in Catalog(title: "Emma") } })
    #expect(
      try host.plan.task(named: "Reader.read")?.dependencies.contains { $0.name == "Shop" } == true)
    try await host.start()
    #expect(journal.lines == ["Emma"])
  }

  @Test func `a lazy service starts the on-demand task that returns it`() async throws {
    let host = TestApplication(Self.shelf("Shelf", TaskOptions(.onDemand)))
    try await host.start()
    #expect(host.outcome(of: "Shelf.open") == nil)
    let catalog = host.application.services.lazy(Catalog.self)
    #expect(try await catalog.get() == Catalog(title: "Emma"))
    #expect(host.outcome(of: "Shelf.open") == .succeeded)
  }

  @Test func `a lazy service names the task that did not return it`() async throws {
    let host = TestApplication(
      Self.shelf("Shelf", TaskOptions(.onDemand)), failing: ["Shelf.open": Broken()])
    try await host.start()
    let error = await #expect(throws: ServiceError.self) {
      try await host.application.services.lazy(Catalog.self).get()
    }
    #expect(error?.description == "Catalog is not available: Shelf.open ← failed: broken.")
  }

  @Test func `a result returned after the timeout is dropped`() async throws {
    let journal = Journal()
    let clock = TestClock()
    let (gates, gate) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let host = TestApplication(
      modules: [], clock: clock,
      adding: {
        $0.add(Self.browser(journal))
        $0.add(
          .fake("Shelf") { module in
            let options = TaskOptions(timeout: .seconds(1)).returning(Catalog.self)
            module.launch(
              "open", options,
              body: .background { _, context in
                // A separate task, which doesn't notice that the body is cancelled.
                _ = await Task { await gates.first { _ in true } }.value
                try context.setResult(Catalog(title: "late"), as: Catalog.self)
                end.yield()
              })
          })
        $0.add(
          ModuleManifest(function: "look") { function in
            function.launch(
              TaskOptions(.onDemand).taking(Catalog?.self),
              body: .background {
                journal.write(try $0.result(Catalog?.self)?.title ?? "still nothing")
              })
          })
      })
    async let start = host.start()
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(1))
    _ = try await start
    #expect(host.outcome(of: "Shelf.open") == .timedOut)
    gate.yield()
    #expect(await ends.first { _ in true } != nil)
    host.application.demand("look")
    await host.waitUntilIdle()
    #expect(journal.lines == ["nothing", "still nothing"])
  }
}
