// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

/// The picture of a plan: milestones and tasks as nodes, dependencies as edges.
struct PlanDrawing {
  /// A node of the picture.
  struct Node {
    let name: String
    /// The task; nil for a milestone.
    let task: LaunchPlan.Task?
  }

  /// An edge of the picture.
  struct Edge {
    let from: Int
    let to: Int
    let kind: LaunchDependency
    let details: String
  }

  /// The milestones that a task waits for, then the tasks in launch order.
  let nodes: [Node]
  let edges: [Edge]
  /// The stages that occur, in order.
  let stages: [LaunchStage]

  init(_ plan: LaunchPlan) {
    let used = Set(plan.tasks.flatMap(\.milestones))
    let milestones = plan.milestones.map(\.name).filter(used.contains)
    let positions = Dictionary(
      milestones.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    nodes =
      milestones.map { Node(name: $0, task: nil) }
      + plan.tasks.map { Node(name: $0.name, task: $0) }
    edges = plan.tasks.enumerated().flatMap { position, task in
      let to = milestones.count + position
      let gates = task.milestones.compactMap { positions[$0] }.map {
        Edge(from: $0, to: to, kind: .requires, details: "\(task.name) waits for \(milestones[$0])")
      }
      // A plan from a file may hold anything: only dependencies that point back are drawn.
      let arrows = task.dependencies.filter { (0..<position).contains($0.position) }.map {
        Edge(
          from: milestones.count + $0.position, to: to, kind: $0.kind,
          details: "\(task.name) \($0.sentence)")
      }
      return gates + arrows
    }
    stages = LaunchStage.allCases.filter { stage in plan.tasks.contains { $0.stage == stage } }
  }
}

extension LaunchPlan.Task {
  /// Everything about the node, a line each, shown when a reader points at it.
  var details: String {
    var lines = [
      name, isJoin ? "a join without a body" : "\(stage.rawValue), \(lane.rawValue) lane",
    ]
    if let promotedBy {
      lines.append("declared \(declaredStage.rawValue), needed by \(promotedBy)")
    }
    if isEssential { lines.append("essential") }
    if priority != 0 { lines.append("priority \(priority)") }
    if !declaredAt.isEmpty { lines.append("declared at \(declaredAt)") }
    if !skipped.isEmpty { lines.append("skipped: \(skipped.joined(separator: "; "))") }
    return lines.joined(separator: "\n")
  }
}
