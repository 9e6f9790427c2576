// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryLaunch
import Synchronization
import Testing

@Suite struct LaunchReportTextTests {
  struct Broken: Error, CustomStringConvertible {
    var description: String { "disk full" }
  }

  @Test func `a report is a summary and one line a task`() async throws {
    let clock = ManualClock()
    let plan = try LaunchGraph(
      nodes: [
        LaunchNode("SQL", lane: .main),
        LaunchNode("DB", edges: [LaunchEdge(.requires, "SQL")], isJoin: true),
        LaunchNode("Buy", edges: [LaunchEdge(.requires, "DB")], retry: .immediately(1)),
        LaunchNode("Msg", edges: [LaunchEdge(.requires, "Buy")]),
        LaunchNode("Lab", skipped: "off"),
        LaunchNode("Ads", stage: .deferred, edges: [LaunchEdge(.after, "m")]),
      ], milestones: [Milestone("m")]
    ).plan()
    let report = await plan.run(
      clock: clock,
      bodies: [
        "SQL": .main { clock.advance(by: .milliseconds(1500)) },
        "Buy": .background {
          clock.advance(by: .microseconds(250))
          throw Broken()
        },
      ])
    #expect(report.description == text)
  }

  @Test(arguments: [
    (true, "Not ready, 1 task, 0 skipped, 1 failed, stopped by a"),
    (false, "Ready after 0.00 ms, 1 task, 0 skipped, 1 failed, path a"),
  ])
  func `the summary says who stopped the launch`(isEssential: Bool, summary: String) async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("a", isEssential: isEssential)]).plan()
    let report = await plan.run(
      clock: ManualClock(), bodies: ["a": .background { throw Broken() }])
    #expect(report.summary == summary)
  }

  @Test func `a cancelled launch says so`() async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("a"), LaunchNode("b")]).plan()
    let run = LaunchRun(plan, clock: ManualClock(), bodies: [:])
    run.cancel()
    await run.execute()
    #expect(run.report().summary == "Not ready, 2 tasks, 0 skipped, 0 failed, cancelled")
  }
}

/// The report of the first test.
private let text = """
  Ready after 1.5 s, 5 tasks, 2 skipped, 2 failed, path SQL → Buy
  name  lane        stage       start  duration  outcome                               released by
  Ads   background  deferred        –         –  skipped: milestone m was not reached  –
  Lab   background  blocking        –         –  skipped: Lab: off                     –
  SQL   main        blocking  0.00 ms     1.5 s  succeeded                             start
  DB    join        blocking    1.5 s         –  succeeded                             SQL
  Buy   background  blocking    1.5 s   0.50 ms  failed: disk full (try 2)             DB
  Msg   background  blocking        –         –  blocked by Buy                        –
  """
