// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
import Logging
import GantrySupport
import Testing

import Gantry
@testable import GantryCore

/// Code that holds the main actor of a real application.
@Suite(.timeLimit(.minutes(5))) struct HeldMainActorTests {
  /// Holds the main actor with the test's closure.
  struct Held: Event { let hold: @Sendable () -> Void }
  struct HeldNow: LifecycleEvent { let hold: @Sendable () -> Void }
  struct Suspended: Event { let hold: @Sendable () -> Void }

  // Modules nested in a suite leave no record, so that only these tests have them.
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

  @Module(name: "Observer")
  final class ObserverModule {
    static let heard = Mutex<[MainActorHeld]>([])
    @On func held(_ event: MainActorHeld) { Self.heard.withLock { $0.append(event) } }
  }

  /// The application, for a task that takes samples itself.
  private final class Running: Sendable {
    let application = Mutex<Application?>(nil)
  }

  private let log = LogRecorder()

  private func application(
    _ limits: Application.Limits = .watching(.milliseconds(16)),
    _ modules: [any Module.Type] = [SlowModule.self],
    _ build: (inout ApplicationBuilder) -> Void = { _ in }
  ) -> Application {
    Application(
      modules: ModuleSelection(modules), launchOptions: .test, limits: limits, logger: log.logger,
      build)
  }

  /// The code in warnings, without lines about a main actor that is slow on a busy machine.
  private var named: [String] {
    log.lines(.warning, hangs: true).filter { !$0.hasPrefix("the main actor has not responded") }
  }

  /// Takes samples every 8 ms of simulated time.
  private static func sampling(_ application: Application) -> @Sendable () -> Void {
    let (watch, start) = (application.watch, application.watch.now())
    return {
      for step in 0...3 { watch.sample(at: start + .milliseconds(8 * step)) }
    }
  }

  @Test func `the default threshold is a delay that people notice`() {
    #expect(Application.Limits().mainActor == .milliseconds(250))
    #expect(application(Application.Limits()).watch.threshold == .milliseconds(250))
  }

  @Test func `an application logs the handler that holds the main actor while it runs`()
    async throws
  {
    let app = application(.watching(.milliseconds(2)))
    try await app.start()
    // Only the application's own queue takes samples here.
    let hold: @Sendable () -> Void = { [log] in
      while !log.lines(.warning, hangs: true).contains(where: {
        $0.hasPrefix("handler Slow.placed")
      }) {}
    }
    app.events.send(Held(hold: hold))
    await app.events.waitUntilHandled()
    let line = try #require(named.first { $0.hasPrefix("handler Slow.placed") })
    #expect(line.hasPrefix("handler Slow.placed (GantryCoreTests/HeldMainActorTests.swift:"))
    // The duration depends on when the machine gets to take a sample.
    #expect(line.contains(#/\) has held the main actor on Held for over \d+\.\d+ (ms|s) /#))
    #expect(line.hasSuffix(" gantry.event=Held gantry.handler=placed gantry.module=Slow"))
    await app.stop()
    #expect(!app.watch.isStarted)
  }

  @Test func `synchronous handlers of events and lifecycle events are named`() async throws {
    let app = application()
    try await app.start()
    app.watch.stop()  // the test takes samples itself
    app.events.send(Held(hold: Self.sampling(app)))
    await app.events.waitUntilHandled()
    await app.events.send(HeldNow(hold: Self.sampling(app)))
    #expect(named.map { $0.prefix { $0 != "(" } } == ["handler Slow.placed ", "handler Slow.now "])
    #expect(named.allSatisfy { $0.contains("for over 16.0 ms") })
    await app.stop()
  }

  @Test func `an asynchronous handler is not named`() async throws {
    let app = application()
    try await app.start()
    app.watch.stop()
    app.events.send(Suspended(hold: Self.sampling(app)))
    await app.events.waitUntilHandled()
    #expect(named == [])
    await app.stop()
  }

  @Test(arguments: [Duration.seconds(Int64.max), .nanoseconds(1)])
  func `a threshold may be very long or very short`(threshold: Duration) async throws {
    let app = application(.watching(threshold), [])
    try await app.start()
    app.watch.stop()
    await app.stop()
  }

  @Test func `the warning names a launch task with its module and location, and modules hear it`()
    async throws
  {
    let running = Running()
    let app = application(
      .watching(.seconds(1_000_000)), [ObserverModule.self]
    ) { app in
      app.add(
        .fake("Orders") { module in
          module.launch(
            "open",
            body: .main { _, _ in
              guard let watch = running.application.withLock({ $0 })?.watch else { return }
              for step in 1...2 { watch.sample(at: .seconds(step * 2_000_000)) }
            })
        })
    }
    running.application.withLock { $0 = app }
    try await app.start()
    _ = await app.waitUntilIdle()
    await app.events.waitUntilHandled()
    let line = try #require(named.first)
    #expect(named.count == 1)
    #expect(line.hasPrefix("task Orders.open ("))
    #expect(line.contains(") has held the main actor for over 2000000.0 s"))
    #expect(line.hasSuffix(" gantry.module=Orders gantry.task=Orders.open"))
    let heard = ObserverModule.heard.withLock(\.self)
    #expect(heard.map(\.code?.name) == ["Orders.open"])
    #expect(heard.map(\.code?.module) == ["Orders"])
    running.application.withLock { $0 = nil }
    await app.stop()
  }

  @Test func `without a threshold no watch runs, but a stop knows what holds the main actor`()
    async throws
  {
    let app = application(.unwatched)
    try await app.start()
    #expect(!app.watch.isStarted)
    await app.events.send(
      HeldNow {
        #expect(
          app.holders.first?.hasPrefix(
            "the main actor is held by the handler 'now' of Slow, which hears HeldNow (") == true)
      })
    #expect(app.holders == [])
    await app.stop()
  }

  @Test func `the timing of an event handler reports its isolation`() async throws {
    let app = application(.unwatched)
    try await app.start()
    let lanes = Journal()
    let token = app.events.observeTimings { lanes.write("\($0.handler) \($0.onMainActor)") }
    app.events.send(Held(hold: {}))
    app.events.send(Suspended(hold: {}))
    await app.events.waitUntilHandled()
    token.cancel()
    #expect(lanes.lines == ["placed true", "elsewhere false", "suspended false"])
    await app.stop()
  }
}
