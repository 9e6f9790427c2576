// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryReports
import GantryTesting
import GantrySupport
import LogFixture
import Logging
import Testing

import Gantry
@testable import GantryCore

@Suite(.timeLimit(.minutes(5))) struct ReportRequestTests {
  /// A separate folder for each test, removed after it.
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "reports-\(UUID().uuidString)").path

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
  }

  private let folder: Folder
  private let log = LogRecorder()

  init() throws { folder = try Folder() }

  private func application(
    _ value: String, reports: Application.Reports = .always,
    stop: Duration = .seconds(20),
    _ tasks: (inout ApplicationBuilder) -> Void = {
      $0.launch("open", body: .background { _ in })
      $0.launch("later", TaskOptions(.afterReady), body: .background { _ in })
    }
  ) -> Application {
    var options = LaunchOptions.test
    options.environment["GANTRY_REPORT"] = value
    return Application(
      modules: [], reports: reports, launchOptions: options,
      limits: Application.Limits(launchWarning: nil, stop: stop, mainActor: nil, leaks: nil),
      logger: log.logger, tasks
    )
  }

  private func report(_ name: String) throws -> LaunchReport {
    try JSONDecoder().decode(LaunchReport.self, from: Data(try folder.text(name).utf8))
  }

  /// A file of each form that this build writes, and how it begins.
  private static var files: [(String, String)] {
    let plain = [("launch.txt", "Ready after "), ("launch.json", "{"), ("LAUNCH.TXT", "Ready ")]
    #if DEBUG
      return plain + [
        ("launch.html", "<!DOCTYPE html>"), ("launch.svg", "<svg "),
        ("launch.trace.json", "{\"displayTimeUnit\""), ("LAUNCH.SVG", "<svg "),
      ]
    #else
      return plain
    #endif
  }

  @Test(arguments: files)
  func `the file name extension decides the report format`(name: String, start: String) async throws
  {
    let app = application("\(folder.path)/\(name)")
    try await app.start()
    _ = await app.waitUntilIdle()
    await app.stop()
    #expect(try folder.names == [name])
    #expect(try folder.text(name).hasPrefix(start))
    #expect(log.lines(.notice).contains("wrote the launch report to '\(folder.path)/\(name)'"))
  }

  @Test func `the report file exists at ready and is complete at the end of the launch`()
    async throws
  {
    let gate = Gate()
    let app = application("\(folder.path)/launch.json") {
      $0.launch("open", body: .background { _ in })
      $0.launch("later", TaskOptions(.afterReady), body: .background { _ in await gate.wait() })
    }
    try await app.start()
    let early = try report("launch.json")
    #expect(early.timeToReady != nil)
    #expect(early.task(named: "later")?.outcome == nil)
    gate.open()
    _ = await app.waitUntilIdle()
    await app.stop()
    #expect(try report("launch.json").task(named: "later")?.outcome == .succeeded)
    #expect(try folder.names == ["launch.json"])
  }

  @Test func `a launch that is stopped before ready also writes its report`() async throws {
    let journal = Journal()
    let app = application("\(folder.path)/launch.json") {
      $0.launch("open", body: .background { _ in })
      $0.launch(
        "hang", TaskOptions(after: "open"),
        body: .background { context in
          journal.write("hang")
          try await context.events.neverEnds()
        })
    }
    let start = Task { try await app.start() }
    while journal.lines.isEmpty { await Task.yield() }
    await app.stop()
    await #expect(throws: ApplicationError.self) { try await start.value }
    let report = try report("launch.json")
    #expect(report.timeToReady == nil && report.isCancelled)
    #expect(report.task(named: "open")?.outcome == .succeeded)
  }

  @Test func `a task that ignores the stop does not keep the report from being written`()
    async throws
  {
    let gate = Gate()
    let app = application("\(folder.path)/launch.json", stop: .milliseconds(50)) {
      $0.launch("later", TaskOptions(.afterReady), body: .background { _ in await gate.wait() })
    }
    try await app.start()
    while app.report?.task(named: "later")?.started == nil { await Task.yield() }
    await app.stop()
    #expect(try report("launch.json").isCancelled)
    gate.open()
  }

  @Test func `a launch stopped by an essential failure also writes its report`() async throws {
    let app = application("\(folder.path)/launch.json") {
      $0.launch("key", TaskOptions(essential: true), body: .background { _ in throw Broken() })
    }
    await #expect(throws: ApplicationError.self) { try await app.start() }
    #expect(try report("launch.json").stoppedBy == "key")
  }

  @Test func `a second start replaces the first report`() async throws {
    let app = application("\(folder.path)/launch.json")
    for _ in 1...2 {
      try await app.start()
      _ = await app.waitUntilIdle()
      await app.stop()
    }
    #expect(log.lines(.notice).count { $0.hasPrefix("wrote the launch report") } == 2)
    #expect(try folder.names == ["launch.json"])
  }

  @Test(arguments: ["yes", "launch", "launch.pdf", "1", "json", "text "])
  func `a value without a report format is a warning, and the app starts`(
    value: String
  ) async throws {
    let app = application(value)
    try await app.start()
    await app.stop()
    #expect(
      log.lines(.warning) == [
        """
        GANTRY_REPORT is '\(value)', not a report format: no report is written. Write 'text', or a \
        file that ends in .txt, .html, .json, .svg or .trace.json.
        """
      ])
  }

  @Test func `an unwritable report file is one warning, and the app starts`() async throws {
    let path = "\(folder.path)/none/launch.txt"
    let app = application(path)
    try await app.start()
    _ = await app.waitUntilIdle()
    await app.stop()
    let reason = "No such file or directory"
    #expect(
      log.lines(.warning) == ["the launch report can't be written to '\(path)': \(reason)"])
    #expect(!log.lines(.notice).contains { $0.hasPrefix("wrote") })
  }

  @Test func `text is written at ready, too, because an app may end before its launch is over`()
    async throws
  {
    let app = application("")
    let report = try await app.start()
    await app.stop()
    let count = Mutex(0)
    let store = try store("text") { _, form, _ in
      count.withLock { $0 += form == .text ? 1 : 0 }
      return ""
    }
    await store.ready(report)
    #expect(count.withLock(\.self) == 1)
    await store.end(report)
    #expect(count.withLock(\.self) == 2)
  }

  @MainActor
  @Test func `a log that needs the main actor doesn't keep a report from being written`()
    async throws
  {
    let report = try await application("").start()
    let (isLogging, isShown) = (Gate(), DispatchSemaphore(value: 0))
    let log = LogRecorder { line in
      guard line.contains("wrote the launch report") else { return }
      // A console in the app shows the line on the main actor before it returns.
      Task { @MainActor in isShown.signal() }
      isLogging.open()
      isShown.wait()
    }
    var options = LaunchOptions.test
    options.environment["GANTRY_REPORT"] = "\(folder.path)/launch.txt"
    let write = Application.Reports.always.writer
    let store = try #require(ReportStore(write, options, logger: log.logger))
    let ending = Task.detached { await store.end(report) }
    // The signal waits for the main actor, which this test doesn't leave in between.
    await isLogging.wait()
    await store.ready(report)
    await ending.value
    #expect(try folder.names == ["launch.txt"])
  }

  @Test func `reports are allowed in debug builds only, if the app doesn't say otherwise`() {
    #if DEBUG
      #expect(Application.Reports.inDebugBuilds.writer != nil)
    #else
      #expect(Application.Reports.inDebugBuilds.writer == nil)
    #endif
  }

  @Test func `a build that allows no reports warns and writes none`() async throws {
    let app = application("\(folder.path)/launch.html", reports: .never)
    try await app.start()
    await app.stop()
    #expect(
      log.lines(.warning) == [
        """
        GANTRY_REPORT is ignored: this build of the app does not allow reports. Run a debug build, \
        or pass `reports: .always` to Application.
        """
      ])
    #expect(try folder.names == [])
  }

  /// A store of reports that writes them in another way than a debug build.
  private func store(
    _ value: String, _ write: @escaping Application.Reports.Writer
  ) throws -> ReportStore {
    var options = LaunchOptions.test
    options.environment["GANTRY_REPORT"] = value
    return try #require(ReportStore(write, options, logger: log.logger))
  }

  @Test(arguments: ["launch.txt", "launch.json"])
  func `a release build writes text and JSON`(name: String) async throws {
    let report = try await application("").start()
    let store = try store("\(folder.path)/\(name)", Application.Reports.plain)
    await store.ready(report)
    await store.end(report)
    #expect(try folder.names == [name])
    #expect(log.lines(.warning).isEmpty)
  }

  @Test(arguments: [("launch.html", "html"), ("launch.svg", "svg"), ("a.trace.json", "trace")])
  func `in a release build, the log says how to make other formats`(
    name: String, form: String
  ) async throws {
    let report = try await application("").start()
    let store = try store("\(folder.path)/\(name)", Application.Reports.plain)
    await store.ready(report)
    await store.end(report)
    #expect(try folder.names == [])
    #expect(
      log.lines(.warning) == [
        """
        the launch report can't be written to '\(folder.path)/\(name)': a release build doesn't draw \
        '\(form)'. Write a .json file and run `gantry report \(form)` on it.
        """
      ])
  }

  @Test func `an empty value requests no report`() async throws {
    let app = application("")
    try await app.start()
    await app.stop()
    #expect(log.lines(.warning).isEmpty)
  }

  @Test(
    arguments: [
      ("text", ReportStore.Destination.standardError),
      ("launch.html", .file("/shop/launch.html", .html)),
      ("/tmp/a.trace.json", .file("/tmp/a.trace.json", .trace)),
      ("runs/1.json", .file("/shop/runs/1.json", .json)),
    ])
  func `a relative report path starts at the current folder`(
    value: String, destination: ReportStore.Destination
  ) {
    #expect(ReportStore.Destination(value, in: "/shop") == destination)
  }
}
