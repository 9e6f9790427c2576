// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchPlan: CustomStringConvertible {
  /// The plan as a table, one line a node, in launch order.
  public var description: String {
    var table = TextTable(
      ["#", "name", "stage", "lane", "priority", "waits for"], numeric: [0, 4])
    for (position, task) in tasks.enumerated() {
      table.add([
        "\(position + 1)", task.name, task.stageText, task.isJoin ? "join" : task.lane.rawValue,
        "\(task.priority)", task.waitText,
      ])
    }
    return table.text
  }
}

extension LaunchPlan.Task {
  package var stageText: String {
    if !skipped.isEmpty { return "skipped" }
    return promotedBy.map { "\(stage.rawValue) (for \($0))" } ?? stage.rawValue
  }

  package var waitText: String {
    guard skipped.isEmpty else { return skipped.joined(separator: " ← ") }
    let names = dependencies.map { $0.kind == .requires ? $0.name : "\($0.name) (\($0.kind))" }
    return (names + milestones.map { "\($0) (milestone)" }).joined(separator: ", ")
  }
}
