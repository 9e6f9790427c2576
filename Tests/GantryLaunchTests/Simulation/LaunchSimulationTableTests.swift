// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

@Suite struct LaunchSimulationTableTests {
  @Test(
    arguments: [
      ([], 0), ([3], 3), ([2, 1], 2), (Array(1...19), 19), (Array(1...20), 19),
      (Array(1...21), 20), (Array(1...100), 95), (Array((1...40).reversed()), 38),
    ] as [([Int], Double)])
  func `the 95th percentile uses the nearest rank`(values: [Int], expected: Double) {
    #expect(LaunchSimulation.Table.percentile(95, of: values.map(Double.init)) == expected)
  }

  @Test func `the mean of an empty list is zero`() {
    #expect(LaunchSimulation.Table.mean(of: []) == 0)
    #expect(LaunchSimulation.Table.mean(of: [1, 2, 6]) == 3)
  }

  /// A row as JSON; times in milliseconds.
  private func row(_ name: String, ready: Double, bound: Double) throws -> LaunchSimulation.Row {
    let text = """
      {"name": "\(name)", "tasks": 12, "workers": 2, "policy": "rank", "readyMilliseconds": \(ready), \
      "readyLowerBound": \(bound), "readyRatio": \(ready / bound), "totalMilliseconds": 5000.5, \
      "totalLowerBound": 5000, "totalRatio": 1.0001}
      """
    return try JSONDecoder().decode(LaunchSimulation.Row.self, from: Data(text.utf8))
  }

  @Test func `the text of several rows is a table with a summary`() throws {
    let rows = [try row("one", ready: 3, bound: 2), try row("another", ready: 2500, bound: 2500)]
    #expect(LaunchSimulation.Table([]).text.isEmpty)
    #expect(
      LaunchSimulation.Table(Array(rows.prefix(1))).text == """
        policy rank, 2 workers
        name  tasks   ready  at least  ratio  total  at least  ratio
        one      12  3.0 ms    2.0 ms  1.500  5.0 s     5.0 s  1.000
        """)
    #expect(
      LaunchSimulation.Table(rows).text == """
        policy rank, 2 workers
        name             tasks   ready  at least  ratio  total  at least  ratio
        one                 12  3.0 ms    2.0 ms  1.500  5.0 s     5.0 s  1.000
        another             12   2.5 s     2.5 s  1.000  5.0 s     5.0 s  1.000
        mean                                      1.250                   1.000
        95th percentile                           1.500                   1.000
        """)
  }

  @Test func `a JSON row has ordered keys, times to the nanosecond and ratios to six decimals`()
    throws
  {
    let row = try row(#"\"a\"/b"#, ready: 1.000_000_4, bound: 3)
    #expect(
      row.json == #"""
        {"name": "\"a\"/b", "tasks": 12, "workers": 2, "policy": "rank", "readyMilliseconds": 1, \#
        "readyLowerBound": 3, "readyRatio": 0.333333, "totalMilliseconds": 5000.5, \#
        "totalLowerBound": 5000, "totalRatio": 1.0001}
        """#)
    let copy = try JSONDecoder().decode(LaunchSimulation.Row.self, from: Data(row.json.utf8))
    #expect(copy.name == #""a"/b"# && copy.tasks == 12)
  }
}
