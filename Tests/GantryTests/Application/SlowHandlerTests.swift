// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryTesting
import Logging
import Synchronization
import Testing

@testable import Gantry
@testable import GantryEvents

/// Handlers that hold the main actor, in an application as it comes.
@Suite struct SlowHandlerTests {
  /// Holds the main actor as the test says.
  struct Held: Event { let hold: @Sendable () -> Void }
  struct HeldNow: LifecycleEvent { let hold: @Sendable () -> Void }
  struct Suspended: Event { let hold: @Sendable () -> Void }

  // In a suite's type there is no link-time record: only these tests have the modules.
  @Module(name: "Slow") @MainActor
  final class SlowModule {
    @On func placed(_ event: Held) {
      MainActor.assertIsolated()
      event.hold()
    }
    @On func now(_ event: HeldNow) { event.hold() }
    @On func suspended(_ event: Suspended) async { event.hold() }
    @On nonisolated func elsewhere(_ event: Held) {}
  }

  private let log = LogRecorder()

  private func application(_ limits: Application.Limits = Application.Limits()) -> Application {
    Application(
      modules: [SlowModule.self], launchOptions: .test, limits: limits, logger: log.logger)
  }

  private var named: [String] { log.lines(.warning, hangs: true).filter { $0.hasPrefix("Slow.") } }

  private func isLookedAt(_ application: Application) -> Bool {
    application.events.stallWatch.state.withLock { $0.isRunning }
  }

  /// Looks at what runs every 8 ms of a time that only the samples know.
  private static func sampling(_ application: Application) -> @Sendable () -> Void {
    let (watch, start) = (application.events.stallWatch, ContinuousClock.now)
    return {
      for step in 0...3 { watch.sample(at: start.advanced(by: .milliseconds(8 * step))) }
    }
  }

  @Test func `the default is a frame in a debug build and nothing in a release build`() {
    #if DEBUG
      #expect(Application.Limits().handler == .milliseconds(16))
      #expect(application().events.stallWatch.threshold == .milliseconds(16))
    #else
      #expect(Application.Limits().handler == nil)
    #endif
  }

  #if DEBUG
    @Test(.timeLimit(.minutes(5)))
    func `an application that says nothing logs a module's handler by name as it runs`()
      async throws
    {
      let app = application()
      try await app.start()
      // The thread that the application started is the one to look: nobody else does.
      let hold: @Sendable () -> Void = { [log] in
        let end = ContinuousClock.now.advanced(by: .seconds(20))
        while !log.lines(.warning, hangs: true).contains(where: { $0.hasPrefix("Slow.placed") }),
          ContinuousClock.now < end
        {}
      }
      app.events.send(Held(hold: hold))
      await app.events.waitUntilIdle()
      let line = try #require(named.first)
      #expect(named.count == 1)
      #expect(line.hasPrefix("Slow.placed (GantryTests/SlowHandlerTests.swift:"))
      // How long it was depends on the machine: it is seen when the machine has time to look.
      #expect(line.contains(#/\) holds the main actor on Held for over \d+\.\d+ (ms|s) /#))
      #expect(line.hasSuffix(" gantry.event=Held gantry.handler=placed gantry.module=Slow"))
      await app.stop()
      #expect(!isLookedAt(app))
    }
  #endif

  @Test func `synchronous handlers are named, of an event and of a lifecycle event`() async throws {
    let app = application(Application.Limits(handler: .milliseconds(16)))
    try await app.start()
    app.events.stallWatch.stop()  // the test looks itself
    app.events.send(Held(hold: Self.sampling(app)))
    await app.events.waitUntilIdle()
    await app.events.send(HeldNow(hold: Self.sampling(app)))
    #expect(named.map { $0.prefix { $0 != " " } } == ["Slow.placed", "Slow.now"])
    #expect(named.allSatisfy { $0.contains("for over 16.0 ms") })
    await app.stop()
  }

  @Test func `a handler that may suspend is not named`() async throws {
    let app = application(Application.Limits(handler: .milliseconds(16)))
    try await app.start()
    app.events.stallWatch.stop()
    app.events.send(Suspended(hold: Self.sampling(app)))
    await app.events.waitUntilIdle()
    #expect(named == [])
    await app.stop()
  }

  @Test func `without a bound, as in a release build, nothing looks`() async throws {
    let app = application(Application.Limits(handler: nil))
    try await app.start()
    #expect(!isLookedAt(app))
    await app.stop()
  }

  @Test func `the lane of an event's handler is its isolation`() async throws {
    let app = application(Application.Limits(handler: nil))
    try await app.start()
    let lanes = Journal()
    let token = app.events.observeTimings { lanes.write("\($0.handler) \($0.onMainActor)") }
    app.events.send(Held(hold: {}))
    app.events.send(Suspended(hold: {}))
    await app.events.waitUntilIdle()
    token.cancel()
    #expect(lanes.lines == ["placed true", "elsewhere false", "suspended false"])
    await app.stop()
  }
}
