// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryLaunch
import GantryTesting
import Testing

/// The lane of an asynchronous task is its isolation, too; the task doesn't hold the lane.
@Suite(.timeLimit(.minutes(5))) struct TaskLaneTests {
  @Module @MainActor final class ScreenModule {
    private var count = 0

    @Launch func show() async {
      count += 1
      await Task.yield()
    }
    @Launch(.afterReady) nonisolated func warm() async {}
    @Launch(.afterReady) func adjust(done: LaunchToken) {
      count += 1
      done.complete()
    }
    @Launch(.afterReady) func count() async -> Int { count }
    // These functions share a name, so that a macro can't refer to one of them.
    @Launch(.afterReady) func draw() async { count += 1 }
    func draw(_ text: String) {}
  }

  @Module final class FreeModule {
    @Launch func load() async {}
    @Launch @MainActor func show() async {}
  }

  @Module @MainActor final class LateModule {
    init(context: ModuleContext) async throws { await Task.yield() }
  }

  @Module actor StoreModule {
    @Launch func open() async {}
  }

  @Module final class SlowModule {
    init(context: ModuleContext) async throws { await Task.yield() }
  }

  @Module @MainActor final class QuietModule {
    nonisolated init(context: ModuleContext) {}
  }

  @Module @MainActor final class DeskModule {
    @Provides var lamp: String { "lamp" }
    @Launch func tidy() {}
  }

  @Module @MainActor final class LobbyModule {
    @Provides func bell() async -> Float { 1 }
    @Launch func open() {}
  }

  @Module final class AtticModule {
    @Provides var box: Double { 1 }
    @Launch func air() async {}
  }

  /// Isolation comes from a protocol, and an extension has functions with the same names.
  @Module final class ClockModule: Ticking {
    @Launch func tick() {}
    @Launch func strike() async {}
    @Launch func wind(context: ModuleContext) {}
    @Launch func oil() async {}
    @Launch nonisolated func dust() {}
    @On func set(_ event: Greeting) {}
    @Route("clock/:hour") func read(hour: Int) -> Int { hour }
  }

  @Test(
    arguments: [
      ("Screen.init", LaunchLane.main, false), ("Screen.show", .main, true),
      ("Screen.warm", .background, true), ("Screen.adjust", .main, true),
      ("Screen.count", .main, true), ("Screen.draw", .main, true),
      ("Free.init", .background, false), ("Free.load", .background, true),
      ("Free.show", .main, true), ("Late", .main, true), ("Slow", .background, true),
      ("Store.init", .background, false), ("Store.open", .background, true),
      ("Quiet", .background, false), ("Desk.init", .main, false), ("Desk.tidy", .main, false),
      ("Desk", .main, false), ("Lobby.init", .main, false), ("Lobby", .background, true),
      ("Attic.init", .background, false), ("Attic", .background, true),
      ("Clock.tick", .main, false), ("Clock.strike", .main, true),
      ("Clock.wind", .background, false), ("Clock.oil", .background, true),
      ("Clock.dust", .background, false),
    ] as [(ModuleName, LaunchLane, Bool)])
  func `the plan shows the lane of each part of a module and whether it suspends`(
    task: ModuleName, lane: LaunchLane, isAsynchronous: Bool
  ) throws {
    let planned = try #require(try Self.host.plan.task(named: task))
    #expect(planned.lane == lane)
    #expect(planned.isAsynchronous == isAsynchronous)
    #expect(!planned.isJoin)
  }

  static var host: TestApplication {
    TestApplication(
      modules: [
        ScreenModule.self, FreeModule.self, LateModule.self, SlowModule.self, StoreModule.self,
        QuietModule.self, DeskModule.self, LobbyModule.self, AtticModule.self, ClockModule.self,
      ])
  }

  @Test func `a module's launch node is a join unless the module provides services`() throws {
    let plan = try Self.host.plan
    let joins = plan.tasks.filter(\.isJoin).map(\.name)
    #expect(Set(joins) == ["Screen", "Free", "Store", "Clock"])
  }

  @Test func `synchronous parts run on the launch's threads and asynchronous ones on the pool`()
    async throws
  {
    let host = Self.host
    try await host.start()
    let report = try #require(await host.waitUntilIdle())
    let threads: [ModuleName: String] = [
      "Free.init": "worker", "Store.init": "worker", "Quiet": "worker", "Attic.init": "worker",
      "Attic": "worker", "Slow": "pool", "Attic.air": "pool", "Late": "main actor",
      "Screen.init": "main", "Desk": "main", "Desk.tidy": "main", "Lobby": "pool",
    ]
    for (name, thread) in threads {
      #expect(report.task(named: name)?.thread == thread, "\(name)")
    }
    await host.stop()
  }

  @Test func `the report shows each task's thread and the time on the main lane`() async throws {
    let host = try await TestApplication.start(ScreenModule.self, FreeModule.self)
    let report = try #require(await host.waitUntilIdle())
    #expect(report.failed == [])
    #expect(report.task(named: "Screen.init")?.thread == "main")
    for name in ["Screen.show", "Screen.adjust", "Free.show"] as [ModuleName] {
      #expect(report.task(named: name)?.thread == "main actor", "\(name)")
      #expect(report.task(named: name)?.lane == .main, "\(name)")
    }
    #expect(report.task(named: "Screen.warm")?.thread == "pool")
    #expect(report.mainLaneTime == report.task(named: "Screen.init")?.duration)
    let nodes = host.application.manifest.graph.nodes
    #expect(nodes.first { $0.name == "Screen.show" }?.lane == .main)
    await host.stop()
  }

  @Test func `options written without macros set a task's isolation`() throws {
    let host = TestApplication(
      .fake("Screen") { module in
        let options = TaskOptions().isolated(like: type(of: ScreenModule.show))
        module.launch("show", options, body: .background { _, _ in await Task.yield() })
        module.launch(
          "warm", TaskOptions().isolated(like: type(of: ScreenModule.warm)),
          body: .background { _, _ in
            await Task.yield()
          })
      })
    #expect(try host.plan.task(named: "Screen.show")?.lane == .main)
    #expect(try host.plan.task(named: "Screen.warm")?.lane == .background)
  }
}

protocol Ticking {
  @MainActor func tick()
  @MainActor func strike() async
  func wind(context: ModuleContext)
}

extension TaskLaneTests.ClockModule {
  func tick(_ count: Int) {}
  func strike(_ times: Int) async {}
  @MainActor func wind(context: String) {}
  @MainActor func oil(_ drops: Int) async {}
  func dust(_ brush: String) {}
  func set(_ hour: Int) {}
  func read(hour: String) -> Int { hour.count }
}
