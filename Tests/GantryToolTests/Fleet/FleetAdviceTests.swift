// SPDX-License-Identifier: Apache-2.0

import GantryReports
import Testing

@testable import GantryTool

/// Where a report says to begin, and what its tables put first.
@Suite struct FleetAdviceTests {
  private static func slower(
    _ task: String, _ launchClass: String = "phone", z: Double = 9
  )
    -> FleetReport.Regression
  {
    FleetReport.Regression(
      launchClass: launchClass, task: task, change: z < 0 ? -0.1 : 0.1, low: 0, high: 1, z: z,
      was: 1_000, sent: 500)
  }

  private static func users(
    _ task: String, _ share: Double, _ launchClass: String = "phone"
  )
    -> FleetReport.Users
  {
    FleetReport.Users(
      launchClass: launchClass, task: task, shareOfLaunches: share, shareOfInstalls: share)
  }

  private static func report(
    _ regressions: [FleetReport.Regression], _ users: [FleetReport.Users],
    _ failures: [FleetReport.Failure] = []
  ) -> FleetReport {
    let coverage = [("phone", 500.0), ("tablet", 9_000), ("(no class)", 100)].map {
      FleetReport.Coverage(launchClass: $0.0, rowsWas: 500, rowsNow: 500, launchesNow: $0.1)
    }
    var report = FleetReport(
      app: "", kind: "again", from: "1", to: "2", rows: 1_000, unusable: [], foreign: 0,
      builds: [], ready: [], weeks: [], changes: [], regressions: regressions, users: users,
      failures: failures, coverage: coverage, renames: [], declared: [:])
    report.verdict = FleetVerdict(report, least: 0.02)
    return report
  }

  private static let failure = FleetReport.Failure(
    failure: .died, task: "", was: 100, now: 900, low: 700, high: 900, z: 9, others: 0)

  private static func begin(_ task: String) -> String {
    """
    Begin with \(task), for which the most launches wait. 'gantry fleet moves' shows which changes to \
    the plan would help.
    """
  }

  @Test(arguments: [
    (report([], []), nil), (report([slower("A", z: -9)], [users("A", 1)]), nil),
    (report([slower("")], [users("A", 1)]), nil), (report([slower("A")], [users("B", 1)]), nil),
    (report([slower("A")], [users("A", 1)], [failure]), "Begin with the failures."),
    (report([slower("A", "(no class)")], [users("A", 1, "(no class)")]), begin("A")),
    (
      report(
        [slower("A"), slower("B"), slower("B", "tablet"), slower("C", "tablet")],
        [users("A", 1), users("B", 0.9), users("B", 0.5, "tablet"), users("C", 0.01, "tablet")]),
      begin("B in tablet")
    ),
  ])
  func `a worse build has a place to begin`(report: FleetReport, advice: String?) {
    #expect(report.advice == advice)
    #expect(advice.map { report.html.contains("<p>\($0.escaped)</p>") } ?? true)
  }

  @Test func `tasks for which hardly any launch waits come after the others`() throws {
    let report = Self.report(
      [
        Self.slower("Seldom", z: 30), Self.slower("Often", z: 5), Self.slower("", z: 6),
        Self.slower("Never", z: 40), Self.slower("Faster", z: -50),
      ],
      [Self.users("Seldom", 0.004), Self.users("Often", 0.3), Self.users("Faster", 1)])
    let table = try #require(report.tables.first { $0.title.hasPrefix("Slower") })
    #expect(table.rows.map { $0[1] } == ["ready", "Often", "Never", "Seldom", "Faster"])
    #expect(table.note.hasSuffix("Tasks for which hardly any launch waits come after the others."))
    let others = Self.report([Self.slower("Often")], [Self.users("Often", 0.3)])
    #expect(!others.text.contains("come after the others"))
  }

  @Test func `the task is the heading of its row on the page`() {
    let report = Self.report([Self.slower("Often")], [Self.users("Often", 0.3)])
    #expect(report.html.contains("<td class=\"n\">+10.0 %</td><th scope=\"row\">Often</th>"))
  }
}
