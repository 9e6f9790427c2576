// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Gantry
import GantryLaunch
import GantryTesting
import LogFixture
import Logging
import Testing

/// A task's function decides where it runs and whether it may block there.
@Suite(.timeLimit(.minutes(5))) struct TaskFormTests {
  @Test(
    arguments: [
      ("Library.init", LaunchLane.background, false), ("Library.open", .background, false),
      ("Library.sweep", .background, true), ("Library", .background, true),
      ("BookShop.load", .main, false), ("BookShop.warm", .background, false),
      ("countBooks", .background, false),
    ] as [(ModuleName, LaunchLane, Bool)])
  func `only asynchronous tasks take no worker`(
    task: ModuleName, lane: LaunchLane, isAsynchronous: Bool
  ) throws {
    let host = TestApplication(modules: .linked(only: ["Library", "BookShop", "countBooks"]))
    let planned = try #require(try host.plan.task(named: task))
    #expect(planned.lane == lane)
    #expect(planned.isAsynchronous == isAsynchronous)
  }

  @Test func `blocking closures do not hold up asynchronous ones`() async throws {
    let door = DispatchSemaphore(value: 0)
    let count = 16
    let host = TestApplication(
      modules: [],
      limits: Application.Limits(launchWarning: nil, mainActor: nil, workers: count, leaks: nil),
      adding: { app in
        for index in 0..<count {
          app.launch(ModuleName("blocked\(index)"), body: .background { _ in door.wait() })
        }
        app.launch(
          "key", TaskOptions(priority: -400),
          body: .background { _ in
            await Task.yield()
            for _ in 0..<count { door.signal() }
          })
      })
    #expect(try await host.start().failed == [])
    #expect(try host.plan.task(named: "key")?.isAsynchronous == true)
    #expect(try host.plan.task(named: "blocked0")?.isAsynchronous == false)
    await host.stop()
  }

  @Test func `a synchronous task of a module may block`() async throws {
    let door = DispatchSemaphore(value: 0)
    let journal = Journal()
    let host = TestApplication(
      .fake("Blocked") { module in
        module.launch(
          "wait",
          body: .background { _, _ in
            door.wait()
            journal.write("went on")
          })
      },
      .fake("Key") { module in
        module.launch(
          "open",
          body: .background { _, _ in
            await Task.yield()
            journal.write("opens")
            door.signal()
          })
      })
    try await host.start()
    #expect(journal.lines == ["opens", "went on"])
    await host.stop()
  }

  @Test func `a task with a token ends when the token is completed`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Maps") { module in
        module.launch(
          "start",
          body: .callback { _, _, token in
            Task {
              journal.write("called back")
              token.complete()
            }
          })
        module.launch("show", body: .background { _, _ in journal.write("shown") })
      })
    try await host.start()
    #expect(journal.lines == ["called back", "shown"])
    #expect(try host.plan.task(named: "Maps.start")?.isAsynchronous == true)
    await host.stop()
  }

  /// A module whose library calls back when it has started.
  @Module final class MapsModule {
    @Launch func start(_ done: LaunchToken) { Task { done.complete() } }
    @Launch @MainActor func show(on screen: LaunchToken, context: ModuleContext) {
      MainActor.assertIsolated()
      screen.complete()
    }
    @Launch(.afterReady) func load(done: LaunchToken) async throws {
      await Task.yield()
      done.complete()
    }
  }

  @Test func `a launch function can take a token, on its own lane`() async throws {
    let host = try await TestApplication.start(MapsModule.self)
    #expect(host.outcome(of: "Maps.start") == .succeeded)
    #expect(host.outcome(of: "Maps.show") == .succeeded)
    #expect(await host.waitUntilIdle()?.task(named: "Maps.load")?.outcome == .succeeded)
    #expect(try host.plan.task(named: "Maps.show")?.isAsynchronous == true)
    await host.stop()
  }

  @Test func `a closure fails through its token, and a test can make it fail or wait`() async throws
  {
    let clock = TestClock()
    let host = TestApplication(
      modules: [], failing: ["b": Broken()], delaying: ["c": .seconds(1)], clock: clock,
      adding: { app in
        app.launch("a", body: .callback { _, token in token.fail(Broken()) })
        app.launch("b", body: .callback { _, token in token.complete() })
        app.launch("c", TaskOptions(.afterReady), body: .callback { _, token in token.complete() })
        app.launch("d", TaskOptions(.afterReady), body: .callback { _, token in token.complete() })
      })
    let report = try await host.start()
    #expect(report.failed == ["a", "b"])
    await clock.waitUntilSleeping()
    await host.advance(by: .seconds(1))
    #expect(await host.waitUntilIdle()?.task(named: "c")?.duration == .seconds(1))
    #expect(host.outcome(of: "d") == .succeeded)
    await host.stop()
  }

  @Test func `completing a token twice logs a warning for its task`() async throws {
    let log = LogRecorder()
    let app = Application(
      modules: [], launchOptions: .test,
      limits: .unwatched, logger: log.logger
    ) { app in
      app.launch(
        "Maps",
        body: .callback { _, token in
          token.complete()
          token.complete()
        })
    }
    try await app.start()
    #expect(
      log.lines(.warning) == [
        """
        Maps completed its token a second time, which was ignored gantry.module=Maps \
        gantry.task=Maps
        """
      ])
    await app.stop()
  }
}
