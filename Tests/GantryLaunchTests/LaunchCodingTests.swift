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

  @Test(arguments: [-1, 1, 2, 7])
  func `a plan whose task depends on a later task is refused`(position: Int) throws {
    let nodes = [LaunchNode("a"), LaunchNode("b", edges: [LaunchEdge(.requires, "a")])]
    let data = try JSONEncoder().encode(LaunchGraph(nodes: nodes).plan())
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"position\":0"))
    let damaged = text.replacing("\"position\":0", with: "\"position\":\(position)")
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LaunchPlan.self, from: Data(damaged.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "b depends on a, which does not come before it.")
  }
}
