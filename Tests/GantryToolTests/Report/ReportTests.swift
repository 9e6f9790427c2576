// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

@Suite struct ReportTests {
  private let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try folder.write(try ReportSketch.shop.report().text(as: .json), to: "launch.json")
  }

  private func output(_ arguments: String) async throws -> String {
    let end = try await folder.run("report \(arguments)")
    #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
    return end.output
  }

  @Test(arguments: ["launch.json", "summary launch.json"])
  func `a report without a verb summarizes where the time went`(arguments: String) async throws {
    #expect(
      try await output(arguments) == """
        Ready after 10.0 ms, 6 tasks, 0 skipped, 1 failed
        ready at 1.25 × its lower bound, 8.0 ms; main lane busy for 9.0 ms; whole launch 16.0 ms

        Critical path
        starts at  waited     ran  task
           1.0 ms  1.0 ms  6.0 ms  Theme   main
           7.0 ms  3.0 ms  3.0 ms  Orders  main, after the one before left it
          10.0 ms                  ready

        Longest tasks
           ran     task     on          slack
        6.0 ms     Prices   pool      0.00 ms
        6.0 ms  ›  Theme    main            –
        4.0 ms     Storage  worker 1   3.0 ms
        3.0 ms  ›  Orders   main            –
        2.0 ms     Ads      pool       8.0 ms
        … and 1 task more

        Longest modules
           ran     module   tasks
        6.0 ms     Prices       1
        6.0 ms  ›  Theme        1
        4.0 ms     Storage      1
        3.0 ms  ›  Orders       1
        2.0 ms     Ads          1
        … and 1 module more

        Upload: failed: no network

        """)
  }

  @Test func `blame lists all tasks, the longest first`() async throws {
    let lines = try await output("blame launch.json").split(separator: "\n")
    #expect(lines.count == 1 + 6)
    #expect(lines[2] == "6.0 ms  ›  Theme    main            –")
    #expect(lines[6].hasPrefix("2.0 ms     Upload"))
    let modules = try await output("blame --modules launch.json").split(separator: "\n")
    #expect(modules.first == "   ran     module   tasks")
  }

  @Test func `the critical path is a table, or a sentence if there is none`() async throws {
    #expect(try await output("critical-path launch.json").hasPrefix("starts at  waited     ran"))
    let stopped = LaunchReport(tasks: [], isCancelled: true, timeToReady: nil, total: .zero)
    try folder.write(try stopped.text(as: .json), to: "stopped.json")
    #expect(
      try await output("critical-path stopped.json")
        == "The app was not ready: there is no critical path.\n")
    #expect(
      try await output("stopped.json") == """
        Not ready, 0 tasks, 0 skipped, 0 failed, cancelled
        main lane busy for 0.00 ms; whole launch 0.00 ms

        """)
    try folder.write(try ReportSketch(ready: 1).report().text(as: .json), to: "empty.json")
    #expect(try await output("critical-path empty.json") == "Ready waited for no task.\n")
  }

  @Test(
    arguments: [
      ("text", LaunchReportForm.text), ("html", .html), ("svg", .svg), ("trace", .trace),
    ])
  func `the formats match GANTRY_REPORT, on the output or in a file`(
    verb: String, form: LaunchReportForm
  ) async throws {
    let expected = try ReportSketch.shop.report().text(as: form, title: "launch")
    #expect(try await output("\(verb) launch.json") == expected)
    #expect(try await output("\(verb) launch.json --output made") == "")
    #expect(try folder.text(of: "made") == expected)
  }

  @Test func `a heading can be given`() async throws {
    let report = try ReportSketch.shop.report()
    #expect(try await output("svg launch.json --title Shop") == report.svg(title: "Shop"))
    #expect(try await output("html launch.json --title Shop") == report.html(title: "Shop"))
  }

  @Test func `a partial picture has a module and its neighbors`() async throws {
    let text = try await output("svg launch.json --around Storage --depth 0")
    #expect(text.contains(">Storage</text>") && !text.contains(">Ads</text>"))
    let all = try await output("svg launch.json --around Storage --depth 2")
    #expect(all.contains("Storage and 2 modules around it") && all.contains(">Orders</text>"))
    let end = try await folder.run("report svg launch.json --around Storge")
    let error = "There is no module or task 'Storge'. Did you mean Storage?\n"
    #expect(end == ToolFolder.End(errors: error, status: 1))
  }

  @Test func `a report can come from standard input`() async throws {
    let end = try await folder.run("report blame - <launch.json")
    #expect(end.status == 0 && end.output.contains("Theme"))
  }

  /// Files that aren't reports, and the messages about them.
  static let wrong: [(String, String, String, Int32)] = [
    (
      "none.json", "", "none.json: there is no such file.", 66
    ),
    ("text.json", "hello", "text.json: isn't a launch report: ", 1),
    ("empty.json", "", "empty.json: isn't a launch report: the file is empty.", 1),
    (
      "other.json", #"{"a": 1}"#,
      "other.json: isn't a launch report. An app writes a report with GANTRY_REPORT=launch.json.", 1
    ),
    ("list.json", "[1]", "list.json: isn't a launch report: expected to decode ", 1),
    (
      "manifest.json", #"{"schemaVersion": 9, "modules": []}"#,
      """
      manifest.json: is a manifest, not a launch report: a manifest describes what an app is made \
      of, a report what happened in a launch. An app writes a report with \
      GANTRY_REPORT=launch.json.
      """, 1
    ),
    (
      "newer.json", #"{"schemaVersion": 99, "tasks": {}, "totalMilliseconds": 1}"#,
      """
      newer.json: the report has schema version 99, and this tool reads version \
      \(LaunchReport.currentSchemaVersion). Use the tool from the version of Gantry that the app \
      was built with, or record the launch again.
      """, 1
    ),
    (
      "cut.json",
      #"{"schemaVersion": \#(LaunchReport.currentSchemaVersion), "tasks": [{}], "totalMilliseconds": 1}"#,
      "cut.json: isn't a launch report: 'tasks[0].name' is missing.", 1
    ),
  ]

  @Test(arguments: wrong)
  func `a file that isn't a report is named with its fault`(
    name: String, text: String, message: String, status: Int32
  ) async throws {
    if name != "none.json" { try folder.write(text, to: name) }
    for verb in ["", "blame", "svg"] {
      let end = try await folder.run("report \(verb) \(name)")
      #expect(end.status == status && end.output.isEmpty)
      #expect(end.errors.hasPrefix(message), "\(end.errors)")
    }
    let end = try await folder.run("report compare launch.json \(name)")
    #expect(end.status == status && end.errors.hasPrefix(message))
  }

  @Test func `a file that can't be written ends with 73`() async throws {
    let end = try await folder.run("report html launch.json --output no/x.html")
    let errors = "no/x.html: cannot be written: No such file or directory.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
  }
}
