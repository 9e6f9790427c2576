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
    ] as [(String, LaunchStage, String?)])
  func `a task is promoted only by a task that runs in an earlier stage`(
    name: String, stage: LaunchStage, promoter: String?
  ) throws {
    let task = try #require(try Self.plan().task(named: name))
    #expect(task.stage == stage)
    #expect(task.promotedBy == promoter)
  }

  @Test(
    arguments: [
      ("theme", "Tasks that wait for it: menu."), ("disk", "Tasks that wait for it: store."),
      ("store", "Tasks that wait for it: sync, menu."), ("menu", nil), ("sync", nil),
    ] as [(String, String?)])
  func `an explanation names the tasks that wait for a task, in launch order`(
    name: String, line: String?
  ) throws {
    let lines = try Self.plan().explain(name).split(separator: "\n").map(String.init)
    #expect(lines.first { $0.hasPrefix("Tasks that wait for it") } == line)
  }
}
