// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryTesting
import Logging
import Testing

import Gantry
@testable import GantryCore

/// What a report says of when, where and how its launch took place.
@Suite struct ReportCircumstancesTests {
  private static func application(
    _ safeMode: Application.SafeMode? = nil, profile: Application.Profile? = nil,
    _ options: LaunchOptions = .test
  ) -> Application {
    Application(
      modules: [], profile: profile, safeMode: safeMode, launchOptions: options,
      logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }
    ) { app in
      app.launch("Theme", body: .background { _ in })
    }
  }

  @Test func `a report has the clock, the build, the source and the process of its launch`()
    async throws
  {
    var options = LaunchOptions.test
    (options.source, options.processKind) = (.push, .appExtension)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let profile = Application.Profile(file: folder, build: "4240")
    let application = Self.application(nil, profile: profile, options)
    let before = Date()
    let report = try await application.start()
    let circumstances = try #require(report.circumstances)
    #expect((before...Date()).contains(circumstances.startedAt))
    #expect(circumstances.build == "4240")
    #expect((circumstances.source, circumstances.processKind) == (.push, .appExtension))
    let plan = try application.plan()
    #expect(circumstances.workers == plan.workers)
    // Only a journal can tell.
    #expect((circumstances.kind, circumstances.previous) == (nil, nil))
    #expect(circumstances.safeMode == .off)
    let idle = await application.waitUntilIdle()
    #expect(idle?.circumstances == circumstances)
    await application.stop()
    let copy = try JSONDecoder().decode(LaunchReport.self, from: JSONEncoder().encode(report))
    #expect(copy.circumstances == circumstances)
  }

  @Test func `the time since the process was created counts for the first launch alone`()
    async throws
  {
    let application = Self.application()
    let uptime = ProcessInfo.processInfo.systemUptime
    let first = try await application.start().circumstances?.sinceProcessStart
    await application.stop()
    #expect(try #require(first) > .zero && #require(first) < .seconds(uptime + 60))
    #expect(try await application.start().circumstances?.sinceProcessStart == nil)
    await application.stop()
  }

  @Test(arguments: [(LaunchSource.prewarm, [:]), (.push, ["ActivePrewarm": "1"])])
  func `the time since the process was created says nothing if it was prewarmed`(
    source: LaunchSource, environment: [String: String]
  ) async throws {
    var options = LaunchOptions.test
    (options.source, options.environment) = (source, environment)
    let early = try await Self.application(nil, options).start().circumstances
    #expect((early?.sinceProcessStart, early?.kind) == (nil, .prewarmed))
  }

  @Test func `with safe mode, a report says which launch it is and how the one before it ended`()
    async throws
  {
    let file = try SafeModeSelectionTests.File()
    func launch(_ build: String = "1") async throws -> LaunchReport.Circumstances? {
      let application = Self.application(Application.SafeMode(file: file.path, build: build))
      let report = try await application.start()
      await application.stop()
      return report.circumstances
    }
    let first = try await launch()
    #expect(
      (first?.kind, first?.previous, first?.build) == (
        .first, LaunchReport.Circumstances.Previous.none, "1"
      ))
    let second = try await launch()
    #expect((second?.kind, second?.previous) == (.again, .survived))
    try file.die(in: "Theme")
    let third = try await launch()
    #expect((third?.kind, third?.previous) == (.again, .died))
    #expect(third?.suspects == ["Theme"])
    #expect((third?.safeMode, third?.quarantined) == (.suspects, ["Theme"]))
    let update = try await launch("2")
    #expect((update?.kind, update?.previous) == (.first, LaunchReport.Circumstances.Previous.none))
    #expect(update?.safeMode == .off)
  }
}
