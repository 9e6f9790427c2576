// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryAppEvents
import GantryC
import GantryTesting
import Legacy
import Testing

@testable import GantryCSupport

/// Tells of the pages that it is asked for.
@MainActor
private final class SignallingNavigator: Navigator {
  let (shown, continuation) = AsyncStream.makeStream(of: String?.self)

  nonisolated init() {}

  func show(_ page: PageRequest) async throws(NavigationError) { beginShowing(page) }
  func beginShowing(_ page: PageRequest) { continuation.yield(page.text) }
}

/// Functions in C and C++, which this program finds as it finds modules.
@Suite struct CFunctionTests {
  private func start(
    _ names: ModuleName..., configuration: [String: ConfigurationValue] = [:]
  ) async throws -> TestApplication {
    let host = TestApplication(
      modules: .linked(only: names), configuration: configuration, schemes: ["legacy"])
    try await host.start()
    await host.waitUntilHandled()
    return host
  }

  /// The names that functions sent as `legacy.did`.
  private func did(_ host: TestApplication) -> [String] {
    host.sent(NamedEvent.self).filter { $0.name == "legacy.did" }.compactMap { $0["name"] }
      .map { "\($0)" }
  }

  private func heard(_ host: TestApplication) -> [NamedEvent] {
    host.sent(NamedEvent.self).filter { $0.name == "legacy.heard" }
  }

  @Test func `launch tasks run in the order of their dependencies`() async throws {
    let host = try await start("legacyCrashes")
    #expect(did(host) == ["log", "settings", "crashes"])
    let report = try #require(host.report)
    #expect(report.task(named: "legacyLog")?.lane == .main)
    #expect(report.task(named: "legacySettings")?.lane == .background)
  }

  @Test func `a first task runs before tasks of a higher priority`() async throws {
    let host = try await start("legacyCrashes", "legacyFirst")
    #expect(did(host) == ["first", "log", "settings", "crashes"])
    let task = try #require(try host.plan.task(named: "legacyFirst"))
    #expect(task.stage == .first && task.timeout == .seconds(5))
  }

  @Test func `an after-ready task sends events with the values of its JSON`() async throws {
    let host = try await start("legacyPrefetch")
    await host.waitUntilIdle()
    let events = host.sent(NamedEvent.self)
    #expect(
      events == [
        NamedEvent(
          "legacy.ready", ["items": 3, "ratio": 0.5, "isNew": true, "name": "tea"]),
        NamedEvent("legacy.ready"),
      ])
  }

  @Test func `a task that fails gives its reason`() async throws {
    let host = try await start("legacyFailure")
    #expect(host.outcome(of: "legacyFailure") == .failed(message: "the disk is full"))
  }

  @Test func `events with other JSON than an object of simple values aren't sent`() async throws {
    let host = try await start("legacyBadSend")
    #expect(host.outcome(of: "legacyBadSend") == .succeeded)
    #expect(did(host).isEmpty)
  }

  @Test func `a condition reads the function's own configuration`() async throws {
    let off = try await start("legacyOff")
    #expect(off.outcome(of: "legacyOff") != .succeeded)
    let on = try await start("legacyOff", configuration: ["legacyOff.isOn": true])
    #expect(on.outcome(of: "legacyOff") == .succeeded)
  }

  @Test func `handlers of a named event get its values, and once means once`() async throws {
    let host = try await start("legacyReady", "legacyReadyOnce")
    await host.send(NamedEvent("legacy.ready", ["items": 3, "name": "a \"tea\"/x"]))
    await host.send(NamedEvent("legacy.ready", ["items": 4]))
    #expect(
      heard(host) == [
        NamedEvent("legacy.heard", ["items": 3, "name": "a \"tea\"/x"]),
        NamedEvent("legacy.heard", ["items": 4]),
      ])
    #expect(host.sent(NamedEvent.self).filter { $0.name == "legacy.once" }.count == 1)
  }

  @Test func `handlers of life-cycle events run during the send, or in the background`()
    async throws
  {
    let host = try await start("legacyFlush", "legacyFlushLater", "legacyMemory")
    await MainActor.run {
      host.application.events.send(DidEnterBackground())
      #expect(did(host).contains("flush"))
    }
    await host.waitUntilHandled()
    #expect(Set(did(host)) == ["flush", "flush later"])
    await host.send(DidReceiveMemoryPressure(level: .critical))
    #expect(heard(host) == [NamedEvent("legacy.heard", ["level": "critical"])])
  }

  @Test func `answers are texts that the event's answer is read from`() async throws {
    let host = try await start("legacyQuit", "legacySave", "legacyTurn", "legacyFetch")
    #expect(await host.send(ShouldTerminate()) == false)
    #expect(await host.send(SupportedOrientations()) == [.portrait, .landscapeLeft])
    let state = await host.send(SaveState())
    #expect(state["legacySave"] == Data("draft".utf8))
    #expect(host.handlerFailures.isEmpty)
  }

  @Test func `a handler of background tasks hears those that its option names`() async throws {
    let host = try await start("legacySync")
    #expect(
      host.application.backgroundTasks["legacy.clean"] == ["legacySync"])
    for identifier in ["legacy.sync", "legacy.other", "legacy.clean"] {
      let reply = Reply<Bool>(.all, deadline: .seconds(1_000)) { _ in }
      await host.send(PerformBackgroundTask(identifier: identifier, reply: reply))
    }
    #expect(heard(host).compactMap { $0["identifier"] } == ["legacy.sync", "legacy.clean"])
  }

  @Test func `a text that is no answer is a failure of the handler`() async throws {
    let host = try await start("legacyLink")
    let url = try #require(URL(string: "legacy://place/home"))
    #expect(await host.send(OpenURL(url: url)) == false)
    #expect(
      host.handlerFailures.map { $0.message } == [
        "\"legacy://place/home\" isn't an answer to OpenURL"
      ])
  }

  @Test func `a handler that requires a failed task hears nothing`() async throws {
    let host = try await start("legacyNeedy")
    await host.send(DidEnterBackground())
    #expect(did(host).isEmpty)
  }

  @Test func `routes answer with text, on the lane of their option`() async throws {
    let host = try await start("legacyPlace", "legacyAddress")
    let router = host.application.router
    #expect(try await router.call("legacy/place/home?floor=2", as: String.self) == "home 2")
    #expect(try await router.open("legacy://legacy/place/home", as: String.self) == "home")
    #expect(try await router.call("legacy/address/a/b?c=d") == "/legacy/address/a/b?c=d")
    let answer = try await MainActor.run {
      try router.callNow("legacy/place/home", as: String.self)
    }
    #expect(answer == "home")
    await #expect(throws: RouteError.self) {
      try await MainActor.run {
        try router.callNow("legacy/address/a/b", as: String.self)
      }
    }
  }

  @Test func `a route that fails gives its caller the reason`() async throws {
    let host = try await start("legacyPlace")
    let error = await #expect(throws: RouteError.self) {
      try await host.application.router.call("legacy/place/nowhere", as: String.self)
    }
    #expect("\(try #require(error))".contains("there is no such place"))
  }

  @Test func `a function reads the settings of its own name`() async throws {
    let host = try await start("legacySetting", configuration: ["legacySetting.path": "/tmp"])
    let router = host.application.router
    #expect(try await router.call("legacy/setting/path") == "/tmp")
    #expect(try await router.call("legacy/setting/other") == "")
  }

  @Test func `a function opens a route without waiting for it`() async throws {
    let host = try await start("legacyVisit", "legacyPlace")
    let stream = host.application.events.stream(of: NamedEvent.self, bufferingNewest: 9)
    var heard = stream.makeAsyncIterator()
    #expect(try await host.application.router.call("legacy/visit") == "open")
    #expect(await heard.next() == NamedEvent("legacy.did", ["name": "place"]))
  }

  @Test func `a function shows the page of a route where the app has a navigator`() async throws {
    let navigator = SignallingNavigator()
    let host = TestApplication(
      modules: .linked(only: ["legacyVisit", "legacyPlace"]), schemes: ["legacy"],
      adding: { $0.provide(navigator, as: (any Navigator).self) })
    try await host.start()
    var shown = navigator.shown.makeAsyncIterator()
    #expect(try await host.application.router.call("legacy/visit") == "open")
    #expect(await shown.next() == "legacy/place/home?floor=2")
  }

  @Test func `a function calls the route where a navigator has no screen`() async throws {
    let host = TestApplication(
      modules: .linked(only: ["legacyVisit", "legacyPlace"]), schemes: ["legacy"],
      adding: { $0.provide(RecordingNavigator(failing: .noScreen), as: (any Navigator).self) })
    try await host.start()
    let stream = host.application.events.stream(of: NamedEvent.self, bufferingNewest: 9)
    var heard = stream.makeAsyncIterator()
    #expect(try await host.application.router.call("legacy/visit") == "open")
    #expect(await heard.next() == NamedEvent("legacy.did", ["name": "place"]))
  }

  @Test func `a retained call sends events from another thread`() async throws {
    let host = try await start("legacyCallback")
    #expect(did(host) == ["callback"])
  }

  @Test func `a function has its target, file and line in lists and explanations`() async throws {
    let host = try await start("legacyWarm")
    let manifest = host.application.manifest
    let warm = try #require(manifest.modules.first { $0.name == "legacyWarm" })
    #expect(warm.declaredAt.hasPrefix("Legacy/place.cpp:"))
    #expect(warm.kind == .function)
  }
}
