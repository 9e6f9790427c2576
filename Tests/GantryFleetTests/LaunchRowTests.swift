// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchFixture
import Testing

@testable import GantryFleet
@testable import GantryLaunch

@Suite struct LaunchRowTests {
  @Test func `a row has the arrays of a launch by name of the task, in microseconds`() throws {
    var sketch = ReportSketch(ready: 10, lowerBound: 8)
    sketch.ran("Theme", 0, 0, 6.5, lane: .main, thread: "main")
    sketch.ran("Disk", 0, 0.25, 4, thread: "worker 1")
    sketch.settled("Storage", at: 4, needs: ["Disk"], isJoin: true)
    sketch.ran("Orders", 6, 6.5, 10, needs: ["Storage", "Theme"], lane: .main, thread: "main")
    sketch.ran(
      "Upload", 10, 10, 12, stage: .afterReady, outcome: .failed(message: "no network at /home/kim")
    )
    let row = try Row(sketch.report().circumstantial(), .sample())
    #expect(row.start == [250, 6_500, 1, 10_000])
    #expect(row.run == [3_750, 3_500, 6_500, 2_000])
    #expect(row.wait == [250, 500, 0, 0])
    #expect(row.path == [2, 1])
    #expect(row.failed == [3])
    #expect(row.tasks == ["Disk", "Orders", "Theme", "Upload"])
    #expect((row.ready, row.bound, row.total, row.main) == (10_000, 8_000, 12_000, 10_000))
    #expect(row.outcome == "ready")
    #expect(!row.text.contains("kim"))
  }

  @Test func `a task that didn't run has zeros`() throws {
    var sketch = ReportSketch(ready: 2)
    sketch.ran("A", 0, 0, 2)
    sketch.settled("B", at: 2, outcome: .cancelled)
    let row = try Row(sketch.report().circumstantial(), .sample())
    #expect((row.start, row.run, row.wait) == ([1, 0], [2_000, 0], [0, 0]))
  }

  @Test(
    arguments: [
      (0.999, 999), (1.0004, 1_000), (12.3456, 12_300), (12.35, 12_400), (9_999, 10_000_000),
    ])
  func `times have three significant digits`(milliseconds: Double, microseconds: Int) throws {
    var sketch = ReportSketch(ready: milliseconds)
    sketch.ran("A", 0, 0, milliseconds)
    #expect(try Row(sketch.report().circumstantial(), .sample()).run == [microseconds])
  }

  @Test
  func `names and properties with quotation marks and control characters are read back as given`()
    throws
  {
    let odd = "a\"b\\c\n\u{1}é😀"
    var sketch = ReportSketch(ready: 1)
    sketch.ran(odd, 0, 0, 1)
    var installation = AppInstallation.sample()
    (installation.device, installation.tags) = (odd, [odd: odd])
    let row = try Row(sketch.report().circumstantial(), installation)
    #expect(row.tasks == [odd])
    #expect(row.device == odd)
    #expect(row.tags == [odd: odd])
    #expect(!row.text.contains("\n"))
  }

  @Test func `a text of the app has at most 64 characters, and there are at most four tags`() throws
  {
    var installation = AppInstallation.sample()
    installation.model = String(repeating: "m", count: 1_000)
    installation.tags = ["a": "1", "b": "2", "c": "3", "d": "4", "e": "5"]
    let row = try Row(Self.launch().circumstantial(), installation)
    #expect(row.model?.count == 64)
    #expect(row.tags == ["a": "1", "b": "2", "c": "3", "d": "4"])
  }

  @Test func `a row stands for the launches of the installations that send none`() throws {
    let share = 0.25
    let all = (0..<4_000).map { AppInstallation(id: $0, app: "Shop", share: share) }
    let sampled = all.filter(\.isInSample)
    // Four standard deviations of a binomial distribution are 110.
    #expect((890...1_110).contains(sampled.count))
    let row = try Row(Self.launch().circumstantial(), try #require(sampled.first))
    #expect((row.weight, row.reason) == (4, "sample"))
  }

  @Test func `an installation outside the sample sends only launches that went wrong`() throws {
    let outside = try #require(
      (0..<100).lazy.map { AppInstallation(id: $0, app: "Shop", share: 0.01) }
        .first { !$0.isInSample })
    #expect(try Self.launch().circumstantial().row(of: outside) == nil)
    var failing = ReportSketch(ready: 1)
    failing.ran("A", 0, 0, 1, outcome: .failed(message: "no"))
    let row = try Row(failing.report().circumstantial(), outside)
    #expect((row.weight, row.reason) == (1, "bad"))
    let died = LaunchJournal.Before(end: .died(inFlight: ["B", "A"]), isSameBoot: true)
    let next = try Row(Self.launch().circumstantial(before: died), outside)
    #expect((next.reason, next.previous, next.suspects) == ("bad", "died", ["A", "B"]))
    let safe = try Row(Self.launch().circumstantial(safeMode: .suspects), outside)
    #expect((safe.reason, safe.safe) == ("bad", 1))
  }

  @Test(arguments: [0, -1, 1, 2, .nan, .infinity])
  func `a share that isn't one sends everything`(share: Double) throws {
    let installation = AppInstallation(id: 7, app: "Shop", share: share)
    let row = try Row(Self.launch().circumstantial(), installation)
    #expect((row.weight, row.reason) == (1, "sample"))
  }

  @Test func `the smallest share has a weight that is a number`() throws {
    let installation = AppInstallation(id: 0, app: "Shop", share: .leastNonzeroMagnitude)
    #expect(installation.isInSample)
    #expect(try Row(Self.launch().circumstantial(), installation).weight == 10_000)
  }

  @Test func `a launch that goes on has no row, nor has a report that no application made`() throws
  {
    #expect(try Self.launch().row(of: .sample()) == nil)
    var sketch = ReportSketch()
    sketch.ran("A", 0, 0, nil)
    #expect(try sketch.report().circumstantial().row(of: .sample()) == nil)
  }

  @Test func `a row of 50 tasks has at most 1.3 kB, and 2 kB with the names of its tasks`() throws {
    var sketch = ReportSketch(ready: 84, lowerBound: 74.6)
    for number in 0..<50 {
      let start = Double(number) * 1.613
      sketch.ran(
        "Feed\(number % 20).load\(number / 20)", start, start + 0.04, start + 2.13,
        needs: number % 4 == 0 && number > 3
          ? ["Feed\((number - 4) % 20).load\((number - 4) / 20)"] : []
      )
    }
    var installation = AppInstallation.sample()
    installation.build = "4240"
    (installation.device, installation.model) = ("phone-2019-low", "iPhone12,1")
    installation.system = "iOS 27.1"
    let report = try sketch.report().circumstantial()
    let short = try #require(report.row(of: installation, namesTasks: false))
    let long = try #require(report.row(of: installation))
    #expect(short.utf8.count <= 1_300, "\(short)")
    #expect(long.utf8.count <= 2_000, "\(long)")
  }

  private static func launch() throws -> LaunchReport {
    var sketch = ReportSketch(ready: 1)
    sketch.ran("A", 0, 0, 1)
    return try sketch.report()
  }
}

extension AppInstallation {
  static func sample() -> Self { AppInstallation(id: 1, app: "com.example.shop") }
}

extension LaunchReport {
  /// The report as an application makes it.
  func circumstantial(
    safeMode: SafeModeLevel = .off, before: LaunchJournal.Before? = nil
  ) -> LaunchReport {
    var report = self
    report.circumstances = Circumstances(
      startedAt: Date(), .now, build: "4240", source: .user, processKind: .app, workers: 2,
      isFirstInProcess: true, safeMode: safeMode, before: before)
    return report
  }
}

/// A row as a reader sees it.
struct Row: Decodable {
  var text = ""
  let v: Int
  let id, app, build, plan, kind, source, process, install, reason, outcome, previous: String
  let device, model: String?
  let weight: Double
  let started_at, workers, ready, bound, total, main, safe: Int
  let start, run, wait, path: [Int]
  let failed: [Int]?
  let dropped: Int?
  let tasks, suspects: [String]?
  let tags: [String: String]?

  private enum CodingKeys: String, CodingKey {
    case v, id, app, build, plan, kind, source, process, install, reason, outcome, previous
    case device, model, weight, started_at, workers, ready, bound, total, main, safe
    case start, run, wait, path, failed, dropped, tasks, suspects, tags
  }

  init(_ text: String) throws {
    self = try JSONDecoder().decode(Row.self, from: Data(text.utf8))
    self.text = text
  }

  init(_ report: LaunchReport, _ installation: AppInstallation) throws {
    try self.init(#require(report.row(of: installation)))
  }
}
