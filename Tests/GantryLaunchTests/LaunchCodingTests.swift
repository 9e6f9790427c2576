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

  @Test func `names are plain strings in the JSON of a plan and a report`() async throws {
    let requires = { LaunchEdge(.requires, $0) }
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a"), LaunchNode("b", edges: [requires("a")]),
      LaunchNode("broken"), LaunchNode("held", edges: [requires("broken")]),
      LaunchNode("off", skipped: "x"), LaunchNode("user", edges: [requires("off")]),
    ]).plan(workers: 1)
    let run = await plan.run(bodies: ["a": .worker {}, "b": .worker {}])
    let report = LaunchReport(
      tasks: run.tasks, stoppedBy: "broken", timeToReady: run.timeToReady, total: run.total)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let (plans, reports) = (try encoder.encode(plan), try encoder.encode(report))
    let texts = [plans, reports].map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.allSatisfy { $0.contains(#""name":"b""#) })
    for part in [
      #""criticalPath":[""#, #"{"blocked":{"by":["broken"],"isShortened":false}}"#,
      #"{"dependency":{"_0":"a"}}"#,
      #""stoppedBy":"broken""#,
      #"{"reason":{"requires":{"_0":"off"}},"task":"user"}"#,
    ] {
      #expect(texts[1].contains(part), "\(part)")
    }
  }

  @Test(arguments: [3, 5])
  func `a plan of another version is refused with a message that says what to do`(
    version: Int
  ) throws {
    let data = try JSONEncoder().encode(LaunchGraph(nodes: [LaunchNode("a")]).plan())
    let text = String(decoding: data, as: UTF8.self)
    let foreign = text.replacing("\"schemaVersion\":4", with: "\"schemaVersion\":\(version)")
    #expect(foreign != text)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LaunchPlan.self, from: Data(foreign.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == """
        The launch plan has schema version \(version); this library reads version 4. Read it with \
        the library that wrote it, or make it again.
        """)
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
