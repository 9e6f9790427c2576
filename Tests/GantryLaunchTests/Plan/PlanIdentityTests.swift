// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import LaunchFixture
import TestRounds
import Testing

@Suite struct PlanIdentityTests {
  private static let nodes = [
    LaunchNode("Disk", owner: "Storage"),
    LaunchNode("Theme", lane: .main),
    LaunchNode("Orders", edges: [LaunchEdge(.requires, "Disk"), LaunchEdge(.after, "Theme")]),
    LaunchNode("Upload", stage: .afterReady, edges: [LaunchEdge(.wants, "Orders")]),
    LaunchNode("Checkout", edges: [LaunchEdge(.requires, "Orders")], isJoin: true),
  ]

  private static func identity(of nodes: [LaunchNode]) throws -> PlanIdentity {
    try LaunchGraph(nodes: nodes).plan().identity
  }

  @Test
  func
    `the order of declaration and the profile change neither the hash nor the order of the tasks`()
    throws
  {
    let first = try LaunchGraph(nodes: Self.nodes).plan()
    var random = SeededGenerator(seed: 43)
    for _ in 0..<20 {
      let nodes = Self.nodes.shuffled(using: &random)
      let durations = Dictionary(
        uniqueKeysWithValues: nodes.map {
          ($0.name, Duration.milliseconds(Int.random(in: 0...9, using: &random)))
        })
      let plan = try LaunchGraph(nodes: nodes).plan(durations: durations)
      #expect(plan.identity.hash == first.identity.hash)
      #expect(
        plan.identity.order.map { plan.tasks[$0].name }
          == ["Disk", "Orders", "Theme", "Upload", "Checkout"])
      #expect(plan.identity.taskCount == 4)
    }
  }

  @Test(arguments: 0..<7)
  func `another name, owner, lane, stage or dependency gives another hash`(change: Int) throws {
    var nodes = Self.nodes
    switch change {
    case 0: nodes[3] = LaunchNode("Uploads", stage: .afterReady, edges: nodes[3].edges)
    case 1: nodes[0] = LaunchNode("Disk", owner: "Drive")
    case 2: nodes[1] = LaunchNode("Theme", lane: .background)
    case 3: nodes[3] = LaunchNode("Upload", stage: .idle, edges: nodes[3].edges)
    case 4: nodes[2] = LaunchNode("Orders", edges: [LaunchEdge(.requires, "Disk")])
    case 5:
      nodes[2] = LaunchNode(
        "Orders", edges: [LaunchEdge(.wants, "Disk"), LaunchEdge(.after, "Theme")])
    default: nodes.removeLast()
    }
    let hash = try Self.identity(of: nodes).hash
    #expect(try hash != Self.identity(of: Self.nodes).hash)
    #expect(hash.count == 16)
  }

  @Test func `the report of a launch has the identity of its plan`() throws {
    var sketch = ReportSketch(ready: 2)
    sketch.ran("B", 0, 0, 1)
    sketch.ran("A", 1, 1, 2, needs: ["B"])
    let graph = LaunchGraph(nodes: sketch.entries.map(\.node))
    #expect(try sketch.report().identity.hash == graph.plan().identity.hash)
  }
}
