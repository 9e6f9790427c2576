// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

@Suite struct LaunchCodingTests {
  @Test func `plan and report survive encoding`() async throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", timeout: .seconds(5), retry: .backoff),
      LaunchNode("b", edges: [LaunchEdge(.requires, "a", declaredAt: "b.swift:1")]),
    ]).plan()
    let copy = try JSONDecoder().decode(LaunchPlan.self, from: JSONEncoder().encode(plan))
    #expect(copy == plan)
    let report = await plan.run(bodies: ["b": .background {}])
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(LaunchReport.self, from: data) == report)
    #expect(String(decoding: data, as: UTF8.self).contains("\"readyMilliseconds\""))
    #expect(report.failed == ["a", "b"])
  }
}
