// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import GantrySupport
import LogFixture
import Logging
import Testing

/// Unbounded launches that don't become ready.
@Suite(.timeLimit(.minutes(5))) struct LaunchWarningTests {
  private let clock = TestClock()
  private let log = LogRecorder()

  private func application(
    _ limits: Application.Limits, _ build: (inout ApplicationBuilder) -> Void
  ) -> Application {
    var limits = limits
    limits.mainActor = nil
    return Application(
      modules: [], launchOptions: .test, limits: limits, logger: log.logger, clock: clock, build)
  }

  /// Advances the clock until this many warnings have been logged.
  private func warnings(_ count: Int) async {
    while log.lines(.warning).count < count {
      await clock.waitUntilSleeping()
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
  }

  @Test(arguments: [nil, Duration.seconds(3600)])
  func `a stuck launch names the tasks it waits for, at doubling intervals`(
    limit: Duration?
  ) async throws {
    let (gates, gate) = AsyncStream.makeStream(of: Void.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let app = application(Application.Limits(launch: limit)) { app in
      app.launch(
        "Sync",
        body: .background { _ in
          begin.yield()
          _ = await gates.first { _ in true }
        })
      app.launch("Orders", TaskOptions(requires: "Sync"), body: .background { _ in })
    }
    async let started = app.start()
    _ = await begun.first { _ in true }
    await warnings(3)
    gate.yield()
    #expect(try await started.failed == [])
    let said = log.lines(.warning)
    #expect(
      said.map { $0.prefix { $0 != ":" } } == [
        "not ready after 10.0 s", "not ready after 30.0 s",
        "not ready after 70.0 s",
      ])
    #expect(said.first?.contains("waiting for Orders ← Sync, running for ") == true)
    await app.stop()
  }

  @Test(arguments: [
    Application.Limits(launchWarning: nil), Application.Limits(launchWarning: .zero),
  ])
  func `a silenced launch logs no warning while it waits`(
    limits: Application.Limits
  ) async throws {
    let (gates, gate) = AsyncStream.makeStream(of: Void.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let app = application(limits) { app in
      app.launch(
        "Sync",
        body: .background { _ in
          begin.yield()
          _ = await gates.first { _ in true }
        })
    }
    async let started = app.start()
    for await _ in begun { break }
    clock.advance(by: .seconds(40))
    gate.yield()
    _ = try await started
    #expect(log.lines(.warning) == [])
    await app.stop()
  }

  @Test func `a launch that is ready logs no more warnings`() async throws {
    let app = application(Application.Limits()) { $0.launch("Sync", body: .background { _ in }) }
    try await app.start()
    _ = await app.waitUntilIdle()
    clock.advance(by: .seconds(100))
    await app.stop()
    #expect(log.lines(.warning) == [])
  }
}
