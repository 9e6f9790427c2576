// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

/// Why a node is off: one value, from the graph to the end of a skip chain.
@Suite struct OffReasonTests {
  typealias Row = (reason: LaunchSkip.Reason, json: String, text: String)

  static let rows: [Row] = [
    (.requires("Storage"), #"{"requires":{"_0":"Storage"}}"#, "Orders requires Storage"),
    (
      .disabled(OffReason(.condition, "beta; EU only")),
      #"{"disabled":{"_0":"beta; EU only","cause":"condition"}}"#, "Orders: beta; EU only"
    ),
    (
      .disabled("not on Linux"), #"{"disabled":{"_0":"not on Linux","cause":"stated"}}"#,
      "Orders: not on Linux"
    ),
  ]

  @Test(arguments: rows)
  func `a reason in a skip chain survives encoding`(row: Row) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(row.reason), as: UTF8.self) == row.json)
    let copy = try JSONDecoder().decode(LaunchSkip.Reason.self, from: Data(row.json.utf8))
    #expect(copy == row.reason)
    #expect(LaunchSkip("Orders", row.reason).description == row.text)
  }

  @Test func `a skip reason of an earlier version keeps only its words`() throws {
    let json = #"{"disabled":{"_0":"switched off"}}"#
    let reason = try JSONDecoder().decode(LaunchSkip.Reason.self, from: Data(json.utf8))
    #expect(reason == .disabled(OffReason(.stated, "switched off")))
  }

  @Test func `a cause that is no longer known keeps its words`() throws {
    let json = #"{"disabled":{"_0":"switched off with Disk","cause":"switchedOff"}}"#
    let reason = try JSONDecoder().decode(LaunchSkip.Reason.self, from: Data(json.utf8))
    #expect(reason == .disabled(OffReason(.stated, "switched off with Disk")))
  }

  @Test func `a stored report with such a cause is read`() throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("Lab", skipped: OffReason(.list, "off"))]).plan()
    let task = LaunchReport.Task(
      plan.tasks[0], outcome: .skipped(because: plan.tasks[0].skipped), releasedBy: nil,
      attempts: 0,
      queued: nil, started: nil, finished: nil)
    let report = LaunchReport(tasks: [task], timeToReady: .seconds(1), total: .seconds(2))
    let json = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    let old = json.replacing(#""cause":"list""#, with: #""cause":"switchedOff""#)
    #expect(old != json)
    let read = try JSONDecoder().decode(LaunchReport.self, from: Data(old.utf8))
    let skipped = [LaunchSkip("Lab", .disabled(OffReason(.stated, "off")))]
    #expect(read.task(named: "Lab")?.outcome == .skipped(because: skipped))
  }

  @Test(arguments: [#"{"whim":{}}"#, #"{"disabled":{}}"#, #""off""#, #"{"disabled":{"_0":1}}"#])
  func `an invalid skip reason is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LaunchSkip.Reason.self, from: Data(json.utf8))
    }
  }

  @Test(arguments: OffReason.Cause.allCases)
  func `a plan keeps a node's reason for being off`(cause: OffReason.Cause) throws {
    let reason = OffReason(cause, "off")
    let plan = try LaunchGraph(nodes: [LaunchNode("Lab", skipped: reason)]).plan()
    #expect(plan.task(named: "Lab")?.skipped == [LaunchSkip("Lab", .disabled(reason))])
  }
}
