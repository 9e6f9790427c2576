// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import LaunchFixture
import GantrySupport
import Testing

@Suite struct LaunchReportTextTests {
  struct Broken: Error, CustomStringConvertible {
    var description: String { "disk full" }
  }

  @Test func `a report has a summary, a timeline and a list of problems`() async throws {
    let clock = ManualClock()
    let plan = try LaunchGraph(
      nodes: [
        LaunchNode("SQL", lane: .main),
        LaunchNode("DB", edges: [LaunchEdge(.requires, "SQL")], isJoin: true),
        LaunchNode("Buy", edges: [LaunchEdge(.requires, "DB")], retry: .immediately(1)),
        LaunchNode("Msg", edges: [LaunchEdge(.requires, "Buy")]),
        LaunchNode("Lab", skipped: "off"),
        LaunchNode("Ads", stage: .afterReady, edges: [LaunchEdge(.after, "m")]),
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

  @Test func `a timeline shows waits, threads, reasons and the critical path`() throws {
    #expect(try ReportSketch.shop.report().description == sketched)
  }

  @Test func `a late task does not squeeze the timeline before ready`() throws {
    var sketch = ReportSketch(ready: 5)
    sketch.ran("a", 0, 0, 5)
    sketch.ran("b", 1_000, 2_000, 9_000, stage: .idle, releasedBy: .idle)
    let lines = try sketch.report().description.split(separator: "\n")
    #expect(lines[1].contains("0                              ready 5.0 ms            9.0 s"))
    #expect(lines[2].count { $0 == "▒" } == 42)
    #expect(lines[3].count { $0 == "▒" } == 15)
    #expect(lines[4].hasSuffix("different scale after ready"))
  }

  @Test func `a task that suspends on the main actor has its own fill character`() throws {
    var sketch = ReportSketch(ready: 8)
    sketch.ran("a", 0, 0, 8, lane: .main)
    sketch.entries[0].node.isAsynchronous = true
    let text = try sketch.report().description
    #expect(text.contains("▓▓▓") && text.contains("▓ main actor, suspends"))
    #expect(!text.contains("█"))
  }

  @Test func `a task that has not ended is shown as running`() throws {
    var sketch = ReportSketch(total: 8)
    sketch.ran("a", 0, 4, nil)
    let lines = try sketch.report().description.split(separator: "\n")
    #expect(lines[0] == "Not ready, 1 task, 0 skipped, 0 failed")
    #expect(lines[2].hasSuffix("▒  running"))
  }

  @Test func `the report of a launch without tasks is only a summary`() throws {
    var sketch = ReportSketch(ready: 0)
    #expect(try sketch.report().description == "Ready after 0.00 ms, 0 tasks, 0 skipped, 0 failed")
    sketch.settled("Lab", at: 0, outcome: .skipped(because: [LaunchSkip("Lab", .disabled("off"))]))
    #expect(try sketch.report().description.hasSuffix("\n\nLab: skipped: off"))
  }

  @Test(arguments: [1, 40, 400])
  func `the timeline fits in 100 columns`(length: Int) throws {
    var sketch = ReportSketch(ready: 123_456)
    for number in 0..<30 {
      let name = String(repeating: "n", count: length) + "\(number)"
      let start = Double(number) * 4_000
      let needs = sketch.entries.last.map { [$0.node.name] } ?? []
      sketch.ran(
        name, start, start + 500, start + 4_000, needs: needs, thread: "worker \(number)0000000")
    }
    let report = try sketch.report()
    let timeline = report.description.split(separator: "\n\n")[1].split(separator: "\n")
    #expect(timeline.count == 32)
    #expect(timeline.allSatisfy { $0.count <= 100 })
    #expect(timeline.dropFirst().dropLast().allSatisfy { $0.contains("▒") })
  }

  @Test(arguments: [
    (true, "Not ready, 1 task, 0 skipped, 1 failed, stopped by a"),
    (false, "Ready after 0.00 ms, 1 task, 0 skipped, 1 failed, path a"),
  ])
  func `the summary names the task that stopped the launch`(
    isEssential: Bool, summary: String
  ) async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("a", isEssential: isEssential)]).plan()
    let report = await plan.run(
      clock: ManualClock(), bodies: ["a": .background { throw Broken() }])
    #expect(report.summary == summary)
  }

  @Test func `the summary of a cancelled launch says so`() async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("a"), LaunchNode("b")]).plan()
    let run = Driver(plan, clock: ManualClock(), bodies: [:])
    run.take(.stop)
    #expect(await run.run().summary == "Not ready, 2 tasks, 0 skipped, 0 failed, cancelled")
  }
}

/// The report of the first test.
private let text = """
  Ready after 1.5 s, 5 tasks, 1 skipped, 1 failed, 1 blocked, 1 waiting

               0                                                ready 1.5 s
  › SQL  main  ████████████████████████████████████████████████████████████    1.5 s
  ✗ Buy  pool                                                             ▒  0.50 ms  ← DB
    █ main lane   ▒ background   · waiting for a thread   › critical path   ┊ ready

  Critical path: SQL 1.5 s → Buy 0.50 ms
  Its tasks ran for 1.5 s, with 0.00 ms between them; the main lane was busy for 1.5 s. Ready took
  1.00 × its lower bound, 1.5 s.

  Ads: waiting for milestone m
  Lab: skipped: off
  Buy: failed: disk full (attempt 2)
  Msg: blocked by Buy
  """

/// The report of the sketch.
private let sketched = """
  Ready after 10.0 ms, 6 tasks, 0 skipped, 1 failed

                       0                        ready 10.0 ms               16.0 ms
    Ads      pool      ▒▒▒▒▒▒▒▒                             ┊                        2.0 ms
    Storage  worker 1  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒                      ┊                        4.0 ms
  › Theme    main      ···███████████████████████           ┊                        6.0 ms
  › Orders   main                     ···········████████████                        3.0 ms  ← Disk
    Prices   pool                                           ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒  6.0 ms  ready
  ✗ Upload   pool                                           ▒▒▒▒▒▒▒▒                 2.0 ms  ready
    █ main lane   ▒ background   · waiting for a thread   › critical path   ┊ ready

  Critical path: Theme 6.0 ms (waited 1.0 ms) → Orders 3.0 ms (waited 3.0 ms, same thread)
  Its tasks ran for 9.0 ms, with 1.0 ms between them; the main lane was busy for 9.0 ms. Ready took
  1.25 × its lower bound, 8.0 ms.

  Upload: failed: no network
  """
