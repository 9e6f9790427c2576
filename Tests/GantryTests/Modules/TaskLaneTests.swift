// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryTesting
import Testing

/// The lane of what suspends is its isolation, too; it does not hold the lane meanwhile.
@Suite(.timeLimit(.minutes(1))) struct TaskLaneTests {
  @Module @MainActor final class ScreenModule {
    private var count = 0

    @Launch func show() async {
      count += 1
      await Task.yield()
    }
    @Launch(.deferred) nonisolated func warm() async {}
    @Launch(.deferred) func adjust(done: LaunchToken) {
      count += 1
      done.complete()
    }
    @Launch(.deferred) func count() async -> Int { count }
    // Of the same name: the function itself cannot be meant.
    @Launch(.deferred) func draw() async { count += 1 }
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

  @Module @MainActor final class QuietModule {
    nonisolated init(context: ModuleContext) {}
  }

  @Test(arguments: [
    ("Screen.init", LaunchLane.main), ("Screen.show", .main), ("Screen", .background),
    ("Screen.warm", .background), ("Screen.adjust", .main), ("Screen.count", .main),
    ("Screen.draw", .main), ("Free.init", .background), ("Free.load", .background),
    ("Free.show", .main), ("Late", .main), ("Store.init", .background),
    ("Store.open", .background), ("Quiet", .background),
  ])
  func `the plan says where each part of a module runs`(task: String, lane: LaunchLane) throws {
    let plan = try TestApplication(
      modules: [
        ScreenModule.self, FreeModule.self, LateModule.self, StoreModule.self, QuietModule.self,
      ]
    ).plan
    let planned = try #require(plan.task(named: task))
    #expect(planned.lane == lane)
    #expect(planned.isAsynchronous)
  }

  @Test func `the report says where they ran, and the main lane was nobody's all the while`()
    async throws
  {
    let host = try await TestApplication.start(ScreenModule.self, FreeModule.self)
    let report = try #require(await host.launched())
    #expect(report.failed == [])
    for name in ["Screen.init", "Screen.show", "Screen.adjust", "Free.show"] {
      #expect(report.task(named: name)?.thread == "main actor", "\(name)")
      #expect(report.task(named: name)?.lane == .main, "\(name)")
    }
    #expect(report.task(named: "Screen.warm")?.thread == "pool")
    #expect(report.mainLaneTime == .zero)
    #expect(host.application.manifest.modules.last?.tasks.map(\.lane).first == .main)
    await host.stop()
  }

  @Test func `by hand the options say it`() throws {
    let host = TestApplication(
      .fake("Screen") { module in
        let options = TaskOptions().isolated(like: type(of: ScreenModule.show))
        module.launch("show", options) { _, _ in await Task.yield() }
        module.launch("warm", TaskOptions().isolated(like: type(of: ScreenModule.warm))) { _, _ in
          await Task.yield()
        }
      })
    #expect(try host.plan.task(named: "Screen.show")?.lane == .main)
    #expect(try host.plan.task(named: "Screen.warm")?.lane == .background)
  }
}
