// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryTesting
import LogFixture
import Logging
import Testing

@Suite struct ProfileTests {
  /// A separate folder for each test, removed after it.
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "profiles-\(UUID().uuidString)").path

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private let folder: Folder
  private let log = LogRecorder()
  private var file: String { folder.path + "/launch.json" }

  init() throws { folder = try Folder() }

  private func application(
    build: String = "one", options: LaunchOptions = .test, file: String? = nil,
    _ tasks: (inout ApplicationBuilder) -> Void = { $0.launch("open", body: .background { _ in }) }
  ) -> Application {
    Application(
      modules: [], profile: Application.Profile(file: file ?? self.file, build: build),
      launchOptions: options, limits: .unwatched,
      logger: log.logger, tasks)
  }

  private func key(_ build: String = "one") -> LaunchProfile.Key {
    LaunchProfile.Key(build: build, processKind: "app", launchSource: "test")
  }

  @Test func `each launch of an application is recorded`() async throws {
    let application = application {
      $0.launch("open", body: .background { _ in })
      $0.launch("later", TaskOptions(.afterReady), body: .background { _ in })
      $0.launch("broken", body: .background { _ in throw Broken() })
      $0.launch("asked", TaskOptions(.onDemand), body: .background { _ in })
    }
    for launches in 1...2 {
      try await application.start()
      _ = await application.waitUntilIdle()
      await application.stop()
      #expect(application.profileError == nil)
      let profile = try LaunchProfileFile(file).read()
      #expect(profile.keys == [key()])
      #expect(profile.durations(for: key()).keys.sorted() == ["later", "open"])
      #expect(profile.runs(of: "later", for: key()).count == launches)
    }
  }

  @Test func `a plan uses the durations of earlier launches`() async throws {
    let application = application {
      $0.launch("open", body: .background { _ in })
      $0.launch("asked", TaskOptions(.onDemand), body: .background { _ in })
    }
    #expect(try application.plan().task(named: "open")?.recordedDuration == nil)
    try await application.start()
    await application.stop()
    let durations = try LaunchProfileFile(file).durations(for: key())
    #expect(durations.keys.sorted() == ["open"])
    for plan in [try application.plan(), try self.application().plan()] {
      let recorded = try #require(plan.task(named: "open")?.recordedDuration)
      let difference = recorded - (durations["open"] ?? .zero)
      #expect((.nanoseconds(-1) ... .nanoseconds(1)).contains(difference))
      #expect(plan.task(named: "asked")?.recordedDuration == nil)
    }
  }

  @Test func `the profile separates builds, process kinds and launch sources`() async throws {
    let daemon = LaunchOptions(source: .push, processKind: .daemon, arguments: [], environment: [:])
    for (build, options) in [("one", LaunchOptions.test), ("two", .test), ("one", daemon)] {
      let application = application(build: build, options: options)
      try await application.start()
      await application.stop()
    }
    let last = LaunchProfile.Key(build: "one", processKind: "daemon", launchSource: "push")
    #expect(try LaunchProfileFile(file).read().keys == [key("one"), key("two"), last])
  }

  @Test func `stopping early records the tasks that had ended`() async throws {
    let application = application {
      $0.launch("open", body: .background { _ in })
      $0.launch(
        "endless", TaskOptions(.afterReady),
        body: .background { context in try await context.events.neverEnds() })
    }
    try await application.start()
    await application.stop()
    #expect(try LaunchProfileFile(file).durations(for: key()).keys.sorted() == ["open"])
  }

  @Test func `a launch that did not become ready is not recorded`() async throws {
    let application = application {
      $0.launch("open", body: .background { _ in })
      $0.launch(
        "broken", TaskOptions(requires: "open", essential: true),
        body: .background { _ in throw Broken() })
    }
    await #expect(throws: ApplicationError.self) { try await application.start() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a damaged profile is reported and set aside, and the launch continues`() async throws
  {
    try Data("no JSON".utf8).write(to: URL(filePath: file))
    let application = application()
    #expect(application.profileError == nil)
    let report = try await application.start()
    #expect(report.timeToReady != nil && report.failed.isEmpty)
    await application.stop()
    let error = LaunchProfileError.damaged(file: file, reason: "The given data was not valid JSON")
    #expect(application.profileError == error)
    let aside = try String(contentsOf: URL(filePath: file + ".damaged-1"), encoding: .utf8)
    #expect(aside == "no JSON")
    let what = "'\(file)' isn't a launch profile: The given data was not valid JSON."
    let first = "\(what) It is set aside when the next one is written."
    let last = "\(what) It was set aside as '\(file).damaged-1'."
    // The launch may end and write the file before `start()` makes its report.
    #expect([[first], [last]].contains(report.notes))
    #expect(report.description.hasSuffix("Note: \(report.notes[0])"))
    #expect(application.report?.notes == [last])
    #expect(
      log.lines(.warning) == [first, "the launch profile was set aside as '\(file).damaged-1'"])
    #expect(try LaunchProfileFile(file).durations(for: key()).keys.sorted() == ["open"])

    try await application.start()
    await application.stop()
    #expect(application.profileError == nil)
    #expect(application.report?.notes == [])
    #expect(log.lines(.warning).count == 2)
  }

  @Test func `a missing folder is reported, and nothing else fails`() async throws {
    let lost = folder.path + "/no/launch.json"
    let application = application(file: lost)
    let report = try await application.start()
    #expect(report.timeToReady != nil && report.failed.isEmpty)
    #expect(await application.waitUntilIdle() != nil)
    #expect(await application.stop().failures.isEmpty)
    let error = LaunchProfileError.unwritable(file: lost, reason: "No such file or directory")
    #expect(application.profileError == error)
  }

  @Test func `without a profile nothing is written and there is no error`() async throws {
    let application = Application(modules: [], launchOptions: .test) {
      $0.launch("open", body: .background { _ in })
    }
    try await application.start()
    await application.stop()
    #expect(application.profileError == nil)
  }

  @Test func `the default build is that of the running program`() {
    let build = Application.Profile(file: file).build
    #expect(!build.isEmpty && build == Application.Profile.currentBuild)
    #if os(Linux)
      #expect(build.count >= 16 && build.allSatisfy(\.isHexDigit))
    #endif
  }
}
