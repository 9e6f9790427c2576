// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryTesting
import LogFixture
import Logging
import GantrySupport
import Testing

import Gantry
@testable import GantryCore

@Suite(.timeLimit(.minutes(5))) struct HealthTests {
  private let work = Lasting()
  private let contexts = Contexts()

  private func module(
    _ name: String, _ stage: LaunchStage = .beforeReady, essential: Bool = false,
    runs: RunOptions? = nil, failing: Bool = false
  ) -> ModuleManifest {
    .fake(name, ModuleOptions(stage: stage, essential: essential)) { [work, contexts] module in
      module.launch(
        "open",
        body: .background { _, context in
          contexts.add(context)
          if failing { throw Broken() }
        })
      if let runs { module.run("serve", runs) { _, _ in try await work.run() } }
    }
  }

  private func words(_ health: ApplicationHealth) -> [String] { health.modules.map(\.description) }

  @Test func `the health of an application follows its state`() async throws {
    let host = TestApplication(
      module("Web"), module("Feed", .afterReady), module("Search", .onDemand),
      module("Broken", .afterReady, failing: true))
    let application = host.application
    #expect(application.health.state == .stopped)
    #expect(application.health.modules.allSatisfy { $0.state == .waiting })
    try await host.start()
    await host.waitUntilIdle()
    #expect(
      words(application.health) == [
        "Broken has failed: Broken.open failed: broken", "Feed is launched", "Search is waiting",
        "Web is launched",
      ])
    #expect(application.health.modules.map(\.isPartOfReady) == [false, false, false, true])
    #expect(application.health["Web"] == .launched(.good) && application.health["Nothing"] == nil)
    #expect(application.health.isReady, "Broken is no part of ready")
    await host.stop()
    #expect(application.health.state == .stopped)
    #expect(
      words(application.health) == [
        "Broken has failed: Broken.open failed: broken", "Feed is stopped", "Search is stopped",
        "Web is stopped",
      ])
    #expect(application.health.isLive && !application.health.isReady)
  }

  @Test func `the log and explain show the health that a module reports`() async throws {
    let log = LogRecorder()
    let application = Application(
      modules: [], limits: .unwatched,
      logger: log.logger
    ) { $0.add(module("Web")) }
    try await application.start()
    let context = try #require(contexts.all.first)
    for _ in 1...2 { context.health.degraded(because: "the cache is cold") }
    #expect(application.health["Web"] == .launched(.degraded(because: "the cache is cold")))
    #expect(application.health.isReady)
    #expect(
      application.explain("Web").description == "Web is launched ← degraded: the cache is cold")
    context.health.failed(because: "the disk is full")
    #expect(!application.health.isReady && application.health.isLive)
    #expect(application.health.isReady(ignoring: ["Web"]))
    #expect(application.explain("Web").description == "Web has failed ← failed: the disk is full")
    context.health.ready()
    #expect(application.health["Web"] == .launched(.good))
    #expect(
      log.lines(.warning) == [
        "degraded: the cache is cold gantry.module=Web",
        "failed: the disk is full gantry.module=Web",
      ])
    _ = await application.stop()
    try await application.start()
    context.health.degraded(because: "a module of the run before")
    #expect(application.health["Web"] == .launched(.good))
    _ = await application.stop()
    context.health.degraded(because: "a module of the run before")
    #expect(application.health["Web"] == .stopped)
  }

  @Test func `health updates are a sequence that keeps only the latest value`() async throws {
    let host = TestApplication(module("Web", runs: RunOptions(retry: .every(.seconds(3)))))
    var states = host.application.healthUpdates.makeAsyncIterator()
    #expect(await states.next()?.state == .stopped)
    try await host.start()
    #expect(await states.next()?.state == .ready)
    await work.called(1)
    work.end(.throwing)
    await host.clock.waitUntilSleeping()
    let reason = "run 'serve' failed: broken; it runs again in 3.0 s (restart 1)"
    #expect(await states.next()?["Web"] == .launched(.degraded(because: reason)))
    host.clock.advance(by: .seconds(3))
    #expect(await states.next()?["Web"] == .launched(.good))
    let context = try #require(contexts.all.first)
    for number in 1...1_000 { context.health.degraded(because: "\(number)") }
    #expect(
      await states.next()?["Web"] == .launched(.degraded(because: "1000")),
      "none is kept but the last")
    await host.stop()
    var last = await states.next()
    while last?.state == .stopping { last = await states.next() }
    #expect(last?.state == .stopped)
  }

  @Test func `an instance that was shut down reports nothing about the one that follows it`()
    async throws
  {
    let host = TestApplication(module("Web"))
    try await host.start()
    let former = try #require(contexts.all.first)
    former.health.degraded(because: "cold")
    await host.stop()
    try await host.start()
    #expect(host.application.health["Web"] == .launched(.good))
    former.health.failed(because: "closed")
    #expect(host.application.health["Web"] == .launched(.good))
    let current = try #require(contexts.all.last)
    current.health.degraded(because: "warm")
    former.health.ready()
    #expect(host.application.health["Web"] == .launched(.degraded(because: "warm")))
    await host.stop()
  }

  /// A module whose last act is a report.
  final class Reporting: Module {
    static var manifest: ModuleManifest { ModuleManifest(of: Reporting.self) { _ in } }
    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    deinit { context.health.degraded(because: "it is gone") }
  }

  @Test func `a module can report its health as it is released`() async throws {
    let application = Application(modules: [Reporting.self], limits: .unwatched)
    try await application.start()
    let report = await application.stop()
    #expect(report.failures.isEmpty)
  }

  @Test func `releasing the application ends its health updates`() async {
    var application: Application? = Application(modules: []) { $0.add(module("Web")) }
    weak let observed = application
    var states = application?.healthUpdates.makeAsyncIterator()
    #expect(await states?.next() != nil)
    application = nil
    #expect(observed == nil)
    #expect(await states?.next() == nil)
  }

  @Test func `released readers of health updates are forgotten`() async {
    let application = Application(modules: []) { $0.add(module("Web")) }
    for _ in 1...10 {
      var states = application.healthUpdates.makeAsyncIterator()
      _ = await states.next()
    }
    #expect(application.healthObservers.count == 0)
  }

  @Test func `work that fails for good fails its module, and the app is no longer ready`()
    async throws
  {
    let host = TestApplication(module("Web", runs: RunOptions(retry: .never)), module("Mail"))
    try await host.start()
    work.end(.throwing)
    while host.application.health["Web"] == .launched(.good) { await Task.yield() }
    #expect(host.application.health["Web"] == .launched(.failed(because: "run 'serve': broken")))
    #expect(!host.application.health.isReady && host.application.health.isLive)
    await host.stop()
  }

  @Test(arguments: [true, false])
  func `after an essential failure the app is not live`(isWork: Bool) async throws {
    let host = TestApplication(
      isWork
        ? module("Web", essential: true, runs: RunOptions(retry: .never))
        : module("Web", essential: true, failing: true))
    if isWork {
      try await host.start()
      work.end(.throwing)
      while host.sent(LaunchFailed.self).isEmpty { await Task.yield() }
      await host.stop()
    } else {
      #expect(await host.startError() != nil)
    }
    let health = host.application.health
    #expect(health.state == .stopped && !health.isLive)
    #expect(health.failure?.name == (isWork ? "Web" : "Web.open"))
    #expect(await host.application.probe(.live).status == 503)
    if isWork {
      // The next run begins without the failure.
      try await host.start()
      #expect(host.application.health.isLive)
      await host.stop()
    }
  }

  @Test func `a server in a module answers probes through its context`() async throws {
    let host = TestApplication(module("Web"))
    try await host.start()
    let application = try #require(contexts.all.first).application
    #expect(application.health["Web"] == .launched(.good))
    #expect(await application.probe(.ready).status == 200)
    await host.stop()
    #expect(await application.probe(.live).status == 200)
    #expect(await application.probe(.ready).status == 503)
    #expect(application.health.state == .stopped)
  }

  @Test func `a probe checks the main actor and names the code that holds it`() async throws {
    let (door, log) = (DispatchSemaphore(value: 0), Journal())
    let host = TestApplication(
      .fake("Web") { module in
        module.on(
          Greeting.self, "hear",
          body: .main { _, _, _ in
            log.write("holds")
            door.wait()
          })
      }, limits: .unwatched)
    try await host.start()
    #expect(await host.application.probe(.live).status == 200)
    host.application.events.send(Greeting(text: ""))
    while log.lines.isEmpty { await Task.yield() }
    async let answer = host.application.probe(.live, within: .seconds(2))
    await host.clock.waitUntilSleeping()
    host.clock.advance(by: .seconds(2))
    let held = await answer
    #expect(held.status == 503)
    #expect(
      held.body.contains("the main actor has not responded for 2.0 s, and is held by the handler"))
    door.signal()
    #expect(await host.application.probe(.ready).status == 200)
    await host.stop()
  }
}

/// The contexts of created modules.
private final class Contexts: Sendable {
  private let kept = Mutex<[ModuleContext]>([])
  var all: [ModuleContext] { kept.withLock(\.self) }
  func add(_ context: ModuleContext) { kept.withLock { $0.append(context) } }
}
