// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

@Suite struct LaunchBudgetTests {
  static let reports = Result {
    try LaunchComparisonTests.launches(5, noise: 0) + LaunchComparisonTests.launches(2, theme: 900)
  }

  @Test(arguments: [
    (LaunchMeasure.ready, 70.0), (.mainLane, 40), (.module("Orders"), 30), (.module("Theme"), 40),
    (.task("Orders.load"), 20),
  ])
  func `a budget limits the median of its measure`(measure: LaunchMeasure, time: Double) throws {
    let reports = try Self.reports.get()
    let kept = LaunchBudget(measure, limit: .milliseconds(time))
    #expect(LaunchBudget.check([kept], in: reports).isEmpty)
    let broken = LaunchBudget(measure, limit: .milliseconds(time - 0.1))
    let violations = LaunchBudget.check([kept, broken], in: reports)
    #expect(violations.map(\.budget) == [broken])
    #expect(violations.first?.median == .milliseconds(time))
    #expect(violations.first?.runs == 7)
  }

  @Test(arguments: [
    (
      LaunchBudget(.ready, limit: .milliseconds(50)),
      "ready: 70.0 ms, 20.0 ms (40 %) over its budget of 50.0 ms, median of 7 launches"
    ),
    (
      LaunchBudget(.task("Orders.lod"), limit: .zero),
      "Orders.lod: no launch has it. Did you mean Orders.load?"
    ),
    (
      LaunchBudget(.task("load"), limit: .zero),
      "load: no launch has it. Did you mean Orders.load?"
    ),
    (
      LaunchBudget(.module("Ordres"), limit: .zero),
      "module Ordres: no launch has it. Did you mean Orders?"
    ),
    (LaunchBudget(.module("Orders.load"), limit: .zero), "module Orders.load: no launch has it."),
    (LaunchBudget(.task("Video"), limit: .zero), "Video: no launch has it."),
  ])
  func `a violation names the measure, the excess and similar names`(
    budget: LaunchBudget, message: String
  ) throws {
    let violations = LaunchBudget.check([budget], in: try Self.reports.get())
    #expect(violations.map(\.description) == [message])
  }

  @Test func `a launch that was never ready violates a budget of ready`() throws {
    let budget = LaunchBudget(.ready, limit: .seconds(100))
    let violations = LaunchBudget.check([budget], in: [try ReportSketch().report()])
    #expect(violations.map(\.description) == ["ready: no launch was ready"])
  }

  @Test(arguments: [
    (LaunchMeasure.ready, "ready"), (.mainLane, "mainLane"), (.module("A:B"), "module:A:B"),
    (.task(""), "task:"),
  ])
  func `a measure is a string in files`(measure: LaunchMeasure, text: String) throws {
    #expect(measure.rawValue == text)
    #expect(LaunchMeasure(rawValue: text) == measure)
  }

  @Test(arguments: ["", "Ready", "ready:", "task", "total", "mainLane:x", ":", "lane:main"])
  func `an invalid measure is refused`(text: String) {
    #expect(LaunchMeasure(rawValue: text) == nil)
  }

  @Test func `budgets are read from a handwritten file`() throws {
    let file = """
      [{"measure": "ready", "limitMilliseconds": 400},
       {"measure": "module:Orders", "limitMilliseconds": 12.5}]
      """
    let budgets = try JSONDecoder().decode([LaunchBudget].self, from: Data(file.utf8))
    #expect(
      budgets == [
        LaunchBudget(.ready, limit: .milliseconds(400)),
        LaunchBudget(.module("Orders"), limit: .microseconds(12_500)),
      ])
    let violations = LaunchBudget.check(budgets, in: try Self.reports.get())
    let copy = try JSONDecoder().decode(
      [LaunchBudget.Violation].self, from: JSONEncoder().encode(violations))
    #expect(copy == violations)
  }
}
