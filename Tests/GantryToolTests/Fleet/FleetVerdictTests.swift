// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryTool

/// What a comparison says, with its exit status.
@Suite struct FleetVerdictTests {
  typealias Failure = FleetReport.Failure
  typealias Coverage = FleetReport.Coverage

  /// A case of the table.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var from: String? = "1"
    var to: String? = "2"
    var coverage = [Coverage(launchClass: "phone", rowsWas: 500, rowsNow: 500, launchesNow: 500)]
    var regressions: [FleetReport.Regression] = []
    var failures: [Failure] = []
    var collided = 0
    let status: Int32
    let text: String

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "like", status: 0, text: "Nothing became worse by more than chance explains."),
    Case(
      name: "faster, and fewer failures", regressions: [slower("", z: -9)],
      failures: [failure(.unready, z: -9)], status: 0,
      text: "Nothing became worse by more than chance explains."),
    Case(
      name: "a slower ready", regressions: [slower("")], status: 1, text: "Ready comes later."),
    Case(
      name: "slower tasks in several classes",
      regressions: [slower("A"), slower("A"), slower("B"), slower("C", z: -8)], status: 1,
      text: "2 tasks became slower."),
    Case(
      name: "never ready", failures: [failure(.unready)], status: 1,
      text: "More launches are never ready."),
    Case(
      name: "a rate that may be chance", failures: [failure(.unready, z: 4.4)], status: 0,
      text: "Nothing became worse by more than chance explains."),
    Case(
      name: "a rate that grew by less than counts",
      failures: [failure(.unready, was: 1_000, now: 1_019)], status: 0,
      text: "Nothing became worse by more than chance explains."),
    Case(
      name: "a failing task", failures: [failure(.failed, "orders.load")], status: 1,
      text: "Task orders.load fails more often."),
    Case(
      name: "many failing tasks",
      failures: ["A", "B", "C", "D"].map { failure(.failed, $0) }, status: 1,
      text: "Tasks A, B and 2 others fail more often."),
    Case(
      name: "deaths without suspects", failures: [failure(.died)], status: 1,
      text: "Launches die more often."),
    Case(
      name: "deaths with a suspect", failures: [failure(.suspect, "Ads"), failure(.died)],
      status: 1, text: "Launches die more often in Ads."),
    Case(
      name: "safe mode", failures: [failure(.safe)], status: 1,
      text: "More launches are in safe mode."),
    Case(
      name: "everything", regressions: [slower("A"), slower("")],
      failures: [failure(.unready), failure(.failed, "B"), failure(.died), failure(.safe)],
      status: 1,
      text: """
        More launches are never ready, task B fails more often, launches die more often, more \
        launches are in safe mode, 1 task became slower and ready comes later.
        """),
    Case(
      name: "no launches", from: nil, to: nil, coverage: [], status: 2,
      text: "The builds can't be judged. There are no second and later launches."),
    Case(
      name: "one build", from: nil, status: 2,
      text: "The builds can't be judged. There is only one build, so nothing is compared."),
    Case(
      name: "three launches",
      coverage: [Coverage(launchClass: "phone", rowsWas: 500, rowsNow: 3, launchesNow: 3)],
      status: 2,
      text: """
        The builds can't be judged. Build 2 has too few second and later launches: 3 of 100.
        """),
    Case(
      name: "too few launches of both builds",
      coverage: [Coverage(launchClass: "phone", rowsWas: 99, rowsNow: 1, launchesNow: 1)],
      status: 2,
      text: """
        The builds can't be judged. Build 1 has too few second and later launches: 99 of \
        100. Build 2 has too few second and later launches: 1 of 100.
        """),
    Case(
      name: "no class in common",
      coverage: [
        Coverage(launchClass: "old", rowsWas: 500, rowsNow: 0, launchesNow: 0),
        Coverage(launchClass: "new", rowsWas: 0, rowsNow: 400, launchesNow: 400),
        Coverage(launchClass: "(no class) (push)", rowsWas: 0, rowsNow: 100, launchesNow: 100),
      ], status: 2,
      text: """
        The builds can't be judged. The builds have no class in common: 1 has old, and 2 has new and \
        (no class) (push).
        """),
    Case(
      name: "hardly a class in common",
      coverage: [
        Coverage(launchClass: "old", rowsWas: 500, rowsNow: 99, launchesNow: 99),
        Coverage(launchClass: "both", rowsWas: 100, rowsNow: 100, launchesNow: 100),
        Coverage(launchClass: "new", rowsWas: 0, rowsNow: 100, launchesNow: 200),
      ], status: 2,
      text: """
        The builds can't be judged. Only 25 % of the launches of 2 are in a class with 100 launches of \
        both builds.
        """),
    Case(
      name: "a class that is new",
      coverage: [
        Coverage(launchClass: "both", rowsWas: 100, rowsNow: 100, launchesNow: 100),
        Coverage(launchClass: "new", rowsWas: 0, rowsNow: 100, launchesNow: 100),
      ], status: 0, text: "Nothing became worse by more than chance explains."),
    Case(
      name: "half of the ids", collided: 1_000, status: 2,
      text: """
        The builds can't be judged. 1,000 of 2,000 rows have the id of another launch and were dropped: \
        each launch needs an id of its own.
        """),
    Case(
      name: "a few ids", collided: 100, status: 0,
      text: "Nothing became worse by more than chance explains."),
    Case(
      name: "worse, though few launches are comparable", coverage: [],
      failures: [failure(.unready)], status: 1, text: "More launches are never ready."),
  ]

  @Test(arguments: cases)
  func `a verdict has a sentence and an exit status`(row: Case) {
    var report = FleetReport(
      app: "shop", kind: "again", from: row.from, to: row.to, rows: 1_000, unusable: [], foreign: 0,
      builds: [], ready: [], weeks: [], changes: [], regressions: row.regressions, users: [],
      failures: row.failures, coverage: row.coverage, renames: [], declared: [:])
    report.verdict = FleetVerdict(report, least: 0.02, collided: row.collided)
    #expect(report.verdict.text == row.text)
    #expect(report.verdict.exit.rawValue == row.status)
  }

  private static func slower(_ task: String, z: Double = 9) -> FleetReport.Regression {
    FleetReport.Regression(
      launchClass: "phone", task: task, change: z / 100, low: 0, high: 0, z: z, was: 1, sent: 1)
  }

  private static func failure(
    _ kind: Failure.Kind, _ task: String = "", was: Double = 1_000, now: Double = 2_000,
    z: Double = 9
  ) -> Failure {
    Failure(
      failure: kind, task: task, was: was, now: z < 0 ? was / 2 : now, low: 0, high: 0, z: z,
      others: 0)
  }
}
