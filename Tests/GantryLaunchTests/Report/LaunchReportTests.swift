// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import LaunchFixture
import Testing

@Suite struct LaunchReportTests {
  @Test func `the critical path goes through the task that held the thread`() throws {
    let report = try ReportSketch.shop.report()
    #expect(report.criticalPath == ["Theme", "Orders"])
    let steps = report.criticalSteps
    #expect(steps.map(\.name) == ["Theme", "Orders"])
    #expect(steps.map(\.gap) == [.milliseconds(1), .zero])
    #expect(steps.map(\.waited) == [.milliseconds(1), .milliseconds(3)])
    #expect(steps.map(\.ran) == [.milliseconds(6), .milliseconds(3)])
    #expect(steps.map(\.isBehind) == [false, true])
  }

  @Test func `a task that held the thread for less than half of a wait is not on the path`() throws
  {
    var sketch = ReportSketch(ready: 10)
    sketch.ran("Storage", 0, 0, 4, thread: "worker 1")
    sketch.ran("Theme", 0, 0, 5, lane: .main)
    sketch.ran("Orders", 4, 7, 10, needs: ["Storage"], lane: .main)
    #expect(try sketch.report().criticalPath == ["Storage", "Orders"])
  }

  @Test func `the critical path goes through joins and blocked tasks`() throws {
    var sketch = ReportSketch(ready: 9)
    sketch.ran("Login", 0, 0, 5, outcome: .failed(message: "offline"))
    sketch.settled("Account", at: 5, needs: ["Login"], outcome: .blocked(by: ["Login"]))
    sketch.settled("Both", at: 5, needs: ["Account"], isJoin: true)
    sketch.ran("Home", 5, 5, 9, needs: ["Both"])
    #expect(try sketch.report().criticalPath == ["Login", "Home"])
  }

  @Test func `a launch that is not ready has no critical path`() throws {
    var sketch = ReportSketch()
    sketch.ran("Login", 0, 0, nil)
    let report = try sketch.report()
    #expect(report.criticalPath.isEmpty)
    #expect(report.timeToReady == nil)
    #expect(report.task(named: "Login")?.slack == nil)
  }

  @Test(
    arguments: [
      // Theme and Orders are the path; Storage could have ended when Orders began.
      ("Theme", 0.0), ("Orders", 0), ("Storage", 3), ("Disk", 3),
      // Ready did not wait for Prices, but the end of the launch did.
      ("Prices", 0), ("Upload", 4),
      // Ads is a before-ready task: *ready* would have waited for it.
      ("Ads", 8),
    ] as [(ModuleName, Double)])
  func `slack is how much later a task could have ended without delaying the launch`(
    name: ModuleName, slack: Double
  ) throws {
    let report = try ReportSketch.shop.report()
    #expect(report.task(named: name)?.slack == .milliseconds(slack))
  }

  @Test func `a report computes waits, durations, main-lane time and the ready ratio`() throws {
    let report = try ReportSketch.shop.report()
    let orders = try #require(report.task(named: "Orders"))
    #expect(orders.waited == .milliseconds(3))
    #expect(orders.duration == .milliseconds(3))
    #expect(orders.thread == "main")
    #expect(orders.dependencies.map(\.name) == ["Disk"])
    #expect(report.mainLaneTime == .milliseconds(9))
    #expect(report.readyLowerBound == .milliseconds(8))
    #expect(report.readyRatio == 1.25)
    #expect(report.failed == ["Upload"])
  }

  @Test(arguments: [nil, 0.0])
  func `without a lower bound there is no ready ratio`(bound: Double?) throws {
    var sketch = ReportSketch.shop
    sketch.lowerBound = bound
    #expect(try sketch.report().readyRatio == nil)
  }

  @Test func `running a launch fills in its report`() async throws {
    let clock = ManualClock()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Storage"),
      LaunchNode("Theme", lane: .main, edges: [LaunchEdge(.requires, "Storage")]),
      LaunchNode("Feed", isAsynchronous: true, edges: [LaunchEdge(.requires, "Theme")]),
      LaunchNode("Lab", skipped: "off"),
    ]).plan()
    let report = await plan.run(
      clock: clock,
      bodies: [
        "Storage": .worker { clock.advance(by: .milliseconds(4)) },
        "Theme": .main { clock.advance(by: .milliseconds(2)) },
        "Feed": .background { clock.advance(by: .milliseconds(1)) },
      ])
    let names: [ModuleName] = ["Storage", "Theme", "Feed", "Lab"]
    let threads = names.map { report.task(named: $0)?.thread }
    #expect(threads == ["worker", "main", "pool", nil])
    #expect(report.timeToReady == .milliseconds(7))
    #expect(report.criticalSteps.map(\.ran) == [4, 2, 1].map { .milliseconds($0) })
    #expect(report.criticalSteps.allSatisfy { $0.gap == .zero && !$0.isBehind })
    #expect(report.tasks.compactMap(\.slack) == [.zero, .zero, .zero])
    #expect(report.task(named: "Feed")?.dependencies.map(\.name) == ["Theme"])
    #expect(report.mainLaneTime == .milliseconds(2))
    #expect(report.readyLowerBound == .milliseconds(7))
    #expect(report.readyRatio == 1)
  }

  @Test func `a launch that could have been shorter reports its lower bound and ratio`()
    async throws
  {
    let clock = ManualClock()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Storage", priority: 499), LaunchNode("Feed"), LaunchNode("Theme", lane: .main),
    ]).plan()
    // The tasks run one after the other, although two workers and the main lane are free.
    let report = await plan.run(
      clock: clock,
      bodies: [
        "Storage": .main { clock.advance(by: .milliseconds(4)) },
        "Feed": .main { clock.advance(by: .milliseconds(6)) },
        "Theme": .main { clock.advance(by: .milliseconds(2)) },
      ])
    #expect(report.timeToReady == .milliseconds(12))
    #expect(report.readyLowerBound == .milliseconds(6))
    #expect(report.readyRatio == 2)
  }

  @Test func `a report survives encoding`() throws {
    let report = try ReportSketch.shop.report()
    let data = try JSONEncoder().encode(report)
    let copy = try JSONDecoder().decode(LaunchReport.self, from: data)
    #expect(copy == report)
    #expect(copy.criticalSteps == report.criticalSteps)
    #expect(String(decoding: data, as: UTF8.self).contains("\"schemaVersion\":6"))
  }

  @Test(arguments: [5, 7])
  func `a report of another version is refused with a message that says what to do`(
    version: Int
  ) throws {
    let data = try JSONEncoder().encode(try ReportSketch.shop.report())
    let foreign = String(decoding: data, as: UTF8.self)
      .replacing("\"schemaVersion\":6", with: "\"schemaVersion\":\(version)")
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LaunchReport.self, from: Data(foreign.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["schemaVersion"])
    #expect(
      context.debugDescription == """
        The launch report has schema version \(version); this library reads version 6. \
        Read it with the library that wrote it, or record it again.
        """)
  }

  @Test(arguments: [5_000_000, -1, 1_234_567] as [Int64])
  func `a dependency with an invalid position is ignored`(position: Int64) throws {
    let data = try JSONEncoder().encode(try ReportSketch.shop.report())
    let text = String(decoding: data, as: UTF8.self)
      .replacing(/"position":\d+/, with: "\"position\":\(position)")
    let report = try JSONDecoder().decode(LaunchReport.self, from: Data(text.utf8))
    #expect(report.criticalSteps.map(\.name) == ["Theme", "Orders"])
    #expect(!report.description.isEmpty)
  }
}
