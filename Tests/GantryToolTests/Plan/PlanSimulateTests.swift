// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import Testing

@Suite struct PlanSimulateTests {
  @Test func `one file makes a table of one row`() async throws {
    let end = try await ToolFolder().run("plan simulate shop.json")
    #expect(
      end.output == """
        policy ready, 3 workers
        name  tasks    ready  at least  ratio     total  at least  ratio
        shop      4  60.0 ms   60.0 ms  1.000  220.0 ms  220.0 ms  1.000

        """)
    #expect(end.status == 0 && end.errors.isEmpty)
  }

  @Test func `several files are summed up, and faulty ones are named`() async throws {
    let folder = try ToolFolder()
    try folder.write(
      """
      {"version": 1, "name": "nothing", "tasks": []}
      """, to: "empty.json")
    let end = try await folder.run("plan simulate shop.json faulty.json empty.json --workers 1")
    #expect(
      end.output == """
        policy ready, 1 worker
        name             tasks    ready  at least  ratio     total  at least  ratio
        shop                 4  60.0 ms   60.0 ms  1.000  250.0 ms  250.0 ms  1.000
        nothing              0  0.00 ms   0.00 ms  1.000   0.00 ms   0.00 ms  1.000
        mean                                       1.000                      1.000
        95th percentile                            1.000                      1.000

        """)
    #expect(end.errors == PlanFileTests.faults && end.status == 1)
  }

  @Test func `a row of JSON has the keys of the format in their order`() async throws {
    let end = try await ToolFolder().run("plan simulate shop.json --format json --workers 2")
    #expect(
      end.output == """
        {"name": "shop", "tasks": 4, "workers": 2, "policy": "ready", "readyMilliseconds": 60, \
        "readyLowerBound": 60, "readyRatio": 1, "totalMilliseconds": 220, "totalLowerBound": 220, \
        "totalRatio": 1}

        """)
    #expect(end.status == 0 && end.errors.isEmpty)
  }

  @Test(arguments: LaunchPolicy.allCases, [1, 3])
  func `each line is one simulation as JSON`(policy: LaunchPolicy, workers: Int) async throws {
    let folder = try ToolFolder()
    let name = #"a "quoted" name / päckchen"#
    let text = ToolFolder.shop.replacing(
      #""shop""#, with: #""a \"quoted\" name / p\u00e4ckchen""#)
    try folder.write(text.replacing("30,", with: "30.000007,"), to: "odd.json")
    let end = try await folder.run(
      "plan simulate odd.json shop.json --format json --policy \(policy) --workers \(workers)")
    let rows = try end.output.split(separator: "\n").map { line in
      try JSONDecoder().decode(LaunchSimulation.Row.self, from: Data(line.utf8))
    }
    #expect(rows.map(\.name) == [name, "shop"])
    #expect(rows.allSatisfy { $0.policy == policy && $0.workers == workers && $0.tasks == 4 })
    let file = try LaunchGraphFile(path: folder.url.appending(path: "shop.json").path)
    let expected = try file.simulate(workers: workers, policy: policy).row(named: "shop")
    let row = try #require(rows.last)
    #expect(abs(row.readyMilliseconds - expected.readyMilliseconds) < 1e-6)
    #expect(abs(row.totalMilliseconds - expected.totalMilliseconds) < 1e-6)
    #expect(abs(row.readyRatio - expected.readyRatio) < 1e-6)
    #expect(abs(row.totalRatio - expected.totalRatio) < 1e-6)
    #expect(rows.first?.readyMilliseconds.description.contains("000007") == true)
  }
}
