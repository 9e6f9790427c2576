// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

/// Tasks that run in an earlier stage than they asked for, and the tasks that wait for one.
@Suite struct LaunchPromotionTests {
  private static func plan() throws -> LaunchPlan {
    try LaunchGraph(nodes: [
      LaunchNode("theme"), LaunchNode("disk", stage: .afterReady),
      LaunchNode("store", stage: .idle, edges: [LaunchEdge(.requires, "disk")]),
      LaunchNode("menu", edges: [LaunchEdge(.requires, "store"), LaunchEdge(.requires, "theme")]),
      LaunchNode("sync", stage: .afterReady, edges: [LaunchEdge(.after, "store")]),
    ]).plan()
  }

  @Test(
    arguments: [
      ("disk", .beforeReady, "store"), ("store", .beforeReady, "menu"),
      ("theme", .beforeReady, nil),
      ("menu", .beforeReady, nil), ("sync", .afterReady, nil),
    ] as [(ModuleName, LaunchStage, String?)])
  func `a task is promoted only by a task that runs in an earlier stage`(
    name: ModuleName, stage: LaunchStage, promoter: String?
  ) throws {
    let task = try #require(try Self.plan().task(named: name))
    #expect(task.stage == stage)
    #expect(task.promotedBy == promoter)
  }
}
