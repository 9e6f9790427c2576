// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

@Suite struct ReportCompareTests {
  private let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    for (name, add) in [("before", 0.0), ("after", 4.0)] {
      let url = folder.url.appending(path: name)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      for run in 0..<5 {
        try folder.write(try launch(Double(run) * 0.01, slower: add), to: "\(name)/\(run).json")
      }
    }
    try folder.write("no report", to: "before/notes.txt")
    try folder.write("{}", to: "before/0.trace.json")
    try folder.write(try launch(0, slower: 0), to: "old.json")
    try folder.write(try launch(0, slower: 4), to: "new.json")
  }

  private func launch(_ noise: Double, slower: Double) throws -> String {
    var sketch = ReportSketch(ready: 20 + slower + noise)
    sketch.ran("Storage.open", 0, 0, 10 + slower + noise, thread: "worker 1")
    sketch.ran("Orders.load", 10, 10 + slower, 20 + slower + noise, needs: ["Storage.open"])
    return try sketch.report().text(as: .json)
  }

  @Test func `slower measures are listed, and the command ends with 1`() async throws {
    let end = try await folder.run("report compare before after")
    #expect(end.status == 1 && end.errors.isEmpty)
    #expect(
      end.output == """
        5 launches before, 5 after, 6 timings compared: 3 slower, 0 faster
                         before    after   change  by chance
        module Storage  10.0 ms  14.0 ms  +4.0 ms  ± 0.50 ms
        ready           20.0 ms  24.0 ms  +4.0 ms   ± 1.0 ms
        Storage.open    10.0 ms  14.0 ms  +4.0 ms  ± 0.50 ms

        """)
  }

  @Test func `faster or unchanged measures are not a fault`() async throws {
    let faster = try await folder.run("report compare after before")
    #expect(faster.status == 0 && faster.output.contains("0 slower, 3 faster"))
    let same = try await folder.run("report compare before before")
    #expect(same == ToolFolder.End(output: same.output))
    #expect(same.output.hasSuffix("0 slower, 0 faster\n"))
    #expect(try await folder.run("report compare before after --at-least 50").status == 0)
  }

  @Test func `single launches are compared with a note on chance`() async throws {
    let end = try await folder.run("report compare old.json new.json")
    #expect(end.status == 1)
    #expect(
      end.output.hasPrefix("1 launch before, 1 after, 6 timings compared: 3 slower, 0 faster\n"))
    #expect(end.output.hasSuffix("chance is a guess: give a folder of ten for each.\n"))
  }

  @Test func `an exceeded budget is a fault, even if nothing became slower`() async throws {
    try folder.write(
      #"[{"measure": "ready", "limitMilliseconds": 15}, {"measure": "module:Ordrs", "limitMilliseconds": 9}]"#,
      to: "budgets.json")
    let end = try await folder.run("report compare before before --budgets budgets.json")
    #expect(end.status == 1)
    #expect(end.output.contains("\nover budget: ready: 20.0 ms, 5.0 ms (33 %) over its budget of"))
    #expect(end.output.contains("module Ordrs: no launch has it. Did you mean Orders?"))
    try folder.write(#"[{"measure": "ready", "limitMilliseconds": 50}]"#, to: "budgets.json")
    #expect(try await folder.run("report compare before before --budgets budgets.json").status == 0)
    try folder.write(#"[{"measure": "redy"}]"#, to: "budgets.json")
    let wrong = try await folder.run("report compare before before --budgets budgets.json")
    #expect(wrong.status == 1 && wrong.errors.hasPrefix("budgets.json: is not a list of budgets: "))
  }

  @Test func `JSON output is an object`() async throws {
    struct Verdict: Decodable {
      let schemaVersion: Int
      let isWorse: Bool
      let comparison: LaunchComparison
      let violations: [LaunchBudget.Violation]
    }
    let end = try await folder.run("report compare before after --format json")
    #expect(end.status == 1)
    let verdict = try JSONDecoder().decode(Verdict.self, from: Data(end.output.utf8))
    #expect(verdict.schemaVersion == 1 && verdict.isWorse && verdict.violations.isEmpty)
    #expect(verdict.comparison.slower.map(\.measure).contains(.ready))
  }

  @Test func `a folder without reports and an invalid share are named`() async throws {
    let url = folder.url.appending(path: "none")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    #expect(
      try await folder.run("report compare none after")
        == ToolFolder.End(
          errors: "none: has no launch report, a file that ends in '.json'.\n", status: 66))
    let misuse = try await folder.run("report compare before after --at-least=-1")
    #expect(misuse.status == 64)
    #expect(misuse.errors.contains("'--at-least' must be 0 or more, not -1.0."))
    let depth = try await folder.run("report svg old.json --around Orders --depth=-1")
    #expect(depth.status == 64)
    #expect(depth.errors.contains("'--depth' must be 0 or more, not -1."))
  }
}
