// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryTesting
import LogFixture
import Logging
import Testing

import Gantry
@testable import GantryCore

/// Safe mode of an app that is rarely started again, as its operator sees it.
@Suite(.timeLimit(.minutes(5))) struct SafeModeServerTests {
  typealias File = SafeModeSelectionTests.File

  private let log = LogRecorder()

  private func application(
    _ file: File?, environment: [String: String] = [:], _ manifests: [ModuleManifest]
  ) -> Application {
    Application(
      modules: [], safeMode: file.map { Application.SafeMode(file: $0.path, build: "1") },
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: environment),
      limits: .unwatched, logger: log.logger
    ) { builder in
      for manifest in manifests { builder.add(manifest) }
    }
  }

  private static func watcher(_ journal: Journal) -> ModuleManifest {
    .fake("Watcher", ModuleOptions(observesOnly: true)) { module in
      module.launch("look", body: .background { _, _ in journal.write("looks") })
      module.run("watch") { _, _ in journal.write("watches") }
    }
  }

  @Test(arguments: [(Duration?.none, 1), (.seconds(600), 3)])
  func `a launch that goes on counts as several, until no suspect waits`(
    interval: Duration?, survivals: Int
  ) async throws {
    let (file, clock) = (try File(), TestClock())
    try file.die(in: "Light.shine")
    var options = Application.SafeMode(file: file.path, build: "1")
    options.survivalInterval = interval
    let store = SafeModeStore(options, logger: log.logger, clock: clock)
    _ = store.decide { SafeModeSelectionTests.assembly }
    let marks = store.begin(
      try SafeModeSelectionTests.assembly.graph.plan(), SafeModeSelectionTests.modules(), .test)
    store.ready()
    await clock.waitUntilSleeping()
    clock.advance(by: .seconds(5))
    for _ in 1..<survivals {
      await clock.waitUntilSleeping()
      #expect(try file.end() == .survived)
      clock.advance(by: .seconds(600))
    }
    while try file.survivals() != survivals { await Task.yield() }
    #expect(try file.survivals() == survivals)
    withExtendedLifetime(marks) {}
  }

  /// The second is the journal of the same build in which the module did not yet only observe.
  @Test(arguments: [nil, "Watcher.look"])
  func `a module that only observes runs in every level of safe mode`(
    suspect: String?
  )
    async throws
  {
    let (file, journal) = (try File(), Journal())
    for _ in 1...4 {
      if let suspect { try file.die(in: suspect) } else { try file.die() }
    }
    let app = application(
      file,
      [
        Self.watcher(journal),
        .fake("Other") { module in
          module.launch("open", body: .background { _, _ in journal.write("opens") })
        },
      ])
    try await app.start()
    #expect(app.safeModeStatus?.level == .essentialOnly)
    #expect(app.safeModeStatus?.quarantined == ["Other"])
    #expect(journal.lines.contains("looks") && !journal.lines.contains("opens"))
    await app.stop()
  }

  @Test func `the journal doesn't blame a module that only observes`() async throws {
    let (file, journal, gate) = (try File(), Journal(), Gate())
    let app = application(
      file,
      [
        Self.watcher(journal),
        .fake("Watch", ModuleOptions(observesOnly: true)) { module in
          module.launch(
            "hang",
            body: .background { _, _ in
              journal.write("\(try file.end())")
              await gate.wait()
            })
        },
      ])
    async let report = app.start()
    while !journal.lines.contains(where: { $0.hasPrefix("died") }) { await Task.yield() }
    gate.open()
    _ = try await report
    #expect(journal.lines.contains("\(LaunchJournal.End.died(inFlight: []))"))
    await app.stop()
  }

  @Test func `what safe mode leaves out is skipped in the ready line and left out in the health`()
    async throws
  {
    let file = try File()
    try file.die(in: "Light.shine", "Glass.polish", "Glass.pour")
    let app = application(file, SafeModeSelectionTests.modules())
    try await app.start()
    #expect(
      log.lines(.notice) == [
        "ready gantry.failed=0 gantry.functions=1 gantry.modules=5 gantry.skipped=3"
      ])
    let glass = "quarantined: Glass.pour was running when the app died"
    #expect(app.health["Glass"]?.problem == glass)
    guard case .leftOut(let reasons) = app.health["Shelf"] else {
      Issue.record("\(String(describing: app.health["Shelf"]))")
      return
    }
    #expect(reasons.map(\.name) == ["Glass", "Glass"] && reasons.map(\.cause) == [nil, .safeMode])
    let shelf = "Shelf requires Glass ← Glass: \(glass)"
    #expect(app.health["Shelf"]?.problem == shelf)
    #expect(app.health["Light"] == app.explain("Light").state)
    #expect(app.health["Crystal"] == .launched(.good))
    #expect(app.health.isReady, "the probe's answer doesn't change")
    #expect(
      log.lines(.warning).contains(
        """
        safe mode (suspects): 1 launch died; quarantined: Glass, Glass.polish, Light. Delete \
        '\(file.path)' and start again to run everything.
        """))
    await app.stop()
    #expect(app.health["Glass"]?.problem == "quarantined by safe mode")
  }

  @Test func `a module whose later task is left out is degraded`() async throws {
    let file = try File()
    try file.die(in: "Glass.polish")
    let app = application(file, SafeModeSelectionTests.modules())
    try await app.start()
    #expect(
      app.health["Glass"]
        == .launched(
          .degraded(because: "quarantined: Glass.polish was running when the app died")))
    await app.stop()
  }

  @Test(arguments: [("reset", true), ("", false), ("off", false)])
  func `the environment resets safe mode, and only with the right word`(
    value: String, resets: Bool
  ) async throws {
    let file = try File()
    try file.die(in: "Light.shine")
    let app = application(
      file, environment: ["GANTRY_SAFE_MODE": value], SafeModeSelectionTests.modules())
    try await app.start()
    #expect(app.safeModeStatus?.level == (resets ? .off : .suspects))
    #expect(
      log.lines(.notice).contains("safe mode starts over, because GANTRY_SAFE_MODE is 'reset'")
        == resets)
    #expect(
      log.lines(.warning).contains(
        "GANTRY_SAFE_MODE is 'off', which means nothing. Write 'reset'.") == (value == "off"))
    await app.stop()
  }

  @Test func `deleting the file while the app runs makes the next start ordinary`() async throws {
    let file = try File()
    try file.die(in: "Light.shine")
    let app = application(file, SafeModeSelectionTests.modules())
    try await app.start()
    #expect(app.safeModeStatus?.quarantined == ["Light"])
    try FileManager.default.removeItem(atPath: file.path)
    await app.stop()
    try await app.start()
    #expect(app.safeModeStatus?.description == "safe mode is off")
    await app.stop()
  }

  @Test func `a request without safe mode is a warning`() async throws {
    let app = application(nil, environment: ["GANTRY_SAFE_MODE": "reset"], [])
    try await app.start()
    #expect(
      log.lines(.warning) == ["GANTRY_SAFE_MODE is ignored: the app has no safe mode"])
    await app.stop()
  }
}
