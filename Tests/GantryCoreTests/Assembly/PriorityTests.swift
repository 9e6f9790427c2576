// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import GantrySupport
import TestRounds
import Testing

/// Modules without dependencies launch by priority, whichever happens to be faster.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PriorityTests {
  /// The order of the current launch; launches run one at a time.
  enum Order {
    static let current = Mutex(Journal())
    static var journal: Journal { current.withLock(\.self) }
  }

  @MainActor @Module(priority: -500) final class AScreenModule {
    @Launch func show() { Order.journal.write("last") }
  }
  @MainActor @Module(priority: 0) final class BScreenModule {
    @Launch func show() { Order.journal.write("second") }
  }
  @MainActor @Module(priority: 500) final class CScreenModule {
    @Launch func show() { Order.journal.write("first") }
  }

  @Module(priority: -500) final class AStoreModule {
    @Launch func open() { Order.journal.write("last") }
  }
  @Module(priority: 0) final class BStoreModule {
    @Launch func open() { Order.journal.write("second") }
  }
  @Module(priority: 500) final class CStoreModule {
    @Launch func open() { Order.journal.write("first") }
  }

  @Test(arguments: [
    [AScreenModule.self, BScreenModule.self, CScreenModule.self] as [any Module.Type],
    [AStoreModule.self, BStoreModule.self, CStoreModule.self],
  ])
  func `every launch on a busy machine keeps the priority order`(
    modules: [any Module.Type]
  ) async throws {
    // Other work keeps the processors busy meanwhile.
    let load = Task.detached { while !Task.isCancelled { await Task.yield() } }
    defer { load.cancel() }
    for _ in 0..<rounds(200) {
      let journal = Journal()
      let application = Application(
        modules: ModuleSelection(modules), limits: Application.Limits(workers: 1))
      Order.current.withLock { $0 = journal }
      try await application.start()
      await application.stop()
      #expect(journal.lines == ["first", "second", "last"])
    }
  }

  @MainActor @Module final class HeavyModule {
    @Launch func work() { Order.journal.write("Heavy") }
  }
  @MainActor @Module final class GateModule {
    @Launch func open() { Order.journal.write("Gate") }
  }
  @MainActor @Module(requires: "Gate") final class SessionModule {
    @Launch func begin() { Order.journal.write("Session") }
  }
  @Module(requires: "Session") final class DownloadModule {
    @Launch func load() { Order.journal.write("Download") }
  }

  @Test func `the main lane waits for the next task of the longest path, with or without joins`()
    async throws
  {
    for _ in 0..<50 {
      let journal = Journal()
      let application = Application(
        modules: [HeavyModule.self, GateModule.self, SessionModule.self, DownloadModule.self])
      Order.current.withLock { $0 = journal }
      try await application.start()
      await application.stop()
      #expect(journal.lines.filter { $0 != "Download" } == ["Gate", "Session", "Heavy"])
    }
  }
}
