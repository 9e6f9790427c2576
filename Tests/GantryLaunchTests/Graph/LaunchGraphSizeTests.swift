// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

/// Thousands of faults and dependencies take bounded work.
@Suite(.timeLimit(.minutes(5))) struct LaunchGraphSizeTests {
  @Test func `only the first twenty of three thousand unknown names get suggestions`() {
    let nodes = (0..<3_000).map { index in
      LaunchNode("Module\(index)", edges: [LaunchEdge(.requires, "Modul\(index)")])
    }
    let faults = LaunchGraph(nodes: nodes).check()
    #expect(faults.map(\.kind) == Array(repeating: "unknownTarget", count: 3_000))
    #expect(faults.count { $0.message.contains("Did you mean") } == 20)
  }

  @Test func `two thousand tasks with forty-nine thousand dependencies are planned`() throws {
    var durations: [String: Duration] = [:]
    let nodes = (0..<2_000).map { index in
      durations["Module\(index)"] = .milliseconds(index % 20 + 1)
      return LaunchNode(
        "Module\(index)", lane: index % 4 == 0 ? .main : .background,
        edges: (0..<index / 40).map { LaunchEdge(.requires, "Module\($0 * 40 + index % 40)") })
    }
    #expect(nodes.map(\.edges.count).reduce(0, +) == 49_000)
    let plan = try LaunchGraph(nodes: nodes).plan(durations: durations, workers: 3)
    #expect(plan.times().tasks.allSatisfy { $0 != nil })
  }

  @Test func `a repeated fault is reported once`() {
    let edges = Array(repeating: LaunchEdge(.requires, "Nothing"), count: 100)
    let faults = LaunchGraph(nodes: [LaunchNode("Orders", edges: edges)]).check()
    #expect(faults.count == 1)
  }
}
