// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryTesting
import LogFixture
import Logging
import Testing

/// Stops that come while launch tasks run.
@Suite(.timeLimit(.minutes(5))) struct StopBoundTests {
  private func application(
    _ clock: any Clock<Duration>, _ log: LogRecorder, _ build: (inout ApplicationBuilder) -> Void
  ) -> Application {
    Application(
      modules: [], launchOptions: .test,
      limits: Application.Limits(
        launchWarning: nil, shutdown: .seconds(5), mainActor: nil),
      logger: log.logger, clock: clock, build)
  }

  @Test func `an overdue stop names the launch tasks that are still running`() async throws {
    let (clock, log) = (TestClock(), LogRecorder())
    let door = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let app = application(clock, log) { app in
      app.launch(
        "Sync", TaskOptions(.afterReady),
        body: .background { _ in
          begin.yield()
          door.wait()
        })
      app.launch("Later", TaskOptions(.afterReady, requires: "Sync"), body: .background { _ in })
    }
    try await app.start()
    for await _ in begun { break }
    async let stopping = app.stop()
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(5))
    let report = await stopping
    door.signal()
    let line = "waiting for Sync, running for 5.0 s on the background lane"
    #expect(report.stillRunning.map(\.description) == [line])
    #expect(
      log.lines(.warning) == [
        "launch tasks are still running at the stop: the wait for them did not end within 5.0 s: "
          + line
      ])
  }

  @Test func `an overdue stop also names tasks that timed out and have not returned`() async throws
  {
    let (clock, log) = (TestClock(), LogRecorder())
    let door = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let app = application(clock, log) { app in
      app.launch(
        "Sync", TaskOptions(timeout: .seconds(2)),
        body: .background { _ in
          begin.yield()
          door.wait()
        })
    }
    async let started = app.start()
    for await _ in begun { break }
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(2))
    #expect(try await started.failed == ["Sync"])
    async let stopping = app.stop()
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(5))
    let report = await stopping
    door.signal()
    #expect(report.stillRunning.map(\.name) == ["Sync"])
    #expect(report.stillRunning.map(\.elapsed) == [.seconds(7)])
    #expect(
      log.lines(.warning).first
        == """
        Sync timed out and still occupies its thread, which it costs until it returns; another \
        thread runs the tasks after it gantry.module=Sync gantry.task=Sync
        """)
  }

  @Test func `a timely stop names no tasks, and the launch it ends does not complete`()
    async throws
  {
    let journal = Journal()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let app = application(TestClock(), LogRecorder()) { app in
      app.launch(
        "Sync", TaskOptions(.afterReady),
        body: .background { _ in
          begin.yield()
          for await _ in AsyncStream(Void.self, { _ in }) {}
          try Task.checkCancellation()
        })
    }
    let token = app.events.observe(LaunchCompleted.self) { _ in journal.write("completed") }
    try await app.start()
    for await _ in begun { break }
    #expect(await app.stop().stillRunning == [])
    await app.events.waitUntilHandled()
    #expect(journal.lines == [])
    // A launch that runs to its end has completed.
    let quick = application(TestClock(), LogRecorder()) {
      $0.launch("Sync", TaskOptions(.afterReady), body: .background { _ in })
    }
    let other = quick.events.observe(LaunchCompleted.self) { _ in
      journal.write("completed")
    }
    try await quick.start()
    _ = await quick.waitUntilIdle()
    await quick.stop()
    await quick.events.waitUntilHandled()
    #expect(journal.lines == ["completed"])
    token.cancel()
    other.cancel()
  }
}
