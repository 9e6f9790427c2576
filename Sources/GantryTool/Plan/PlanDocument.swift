// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport

/// The tasks of a plan by the positions that rows of launches use, with what a row doesn't repeat.
struct PlanDocument: Codable {
  struct Need: Codable {
    let position: Int
    let kind: LaunchDependency
  }

  struct PlannedTask: Codable {
    let position: Int
    let name: String
    let owner: String
    let role: String
    let lane: LaunchLane
    let stage: LaunchStage
    let async: Bool
    let join: Bool
    let essential: Bool
    let priority: Int
    let declared: String
    let needs: [Need]
    let milestones: [String]
  }

  /// The version of this form.
  let v: Int
  /// The hash of the plan, which rows have as well.
  let plan: String
  let tasks: [PlannedTask]

  /// Reads a document.
  ///
  /// - Throws: The reason why a file isn't one.
  static func read(_ path: String) throws(ToolFailure) -> PlanDocument {
    let document = try InputFile.json(
      PlanDocument.self, path, "the document of a plan, which `gantry plan --document` prints")
    let positions = document.tasks.indices
    let isWrong = document.tasks.enumerated().contains { position, task in
      task.position != position || task.needs.contains { !positions.contains($0.position) }
    }
    guard document.v == 1, !isWrong else {
      throw ToolFailure(
        "\(path): the document is damaged or of a later version. Print it again.", .faults)
    }
    return document
  }
}

extension PlanDocument {
  /// The document of a plan.
  init(_ plan: LaunchPlan) {
    let identity = plan.identity
    var positions = Array(repeating: 0, count: plan.tasks.count)
    for (position, index) in identity.order.enumerated() { positions[index] = position }
    v = 1
    self.plan = identity.hash
    tasks = identity.order.map { index in
      let task = plan.tasks[index]
      return PlannedTask(
        position: positions[index], name: task.name.rawValue, owner: task.owner.rawValue,
        role: task.role.rawValue, lane: task.lane, stage: task.stage, async: task.isAsynchronous,
        join: task.isJoin, essential: task.isEssential, priority: task.priority.rawValue,
        declared: task.declaredAt,
        needs: task.dependencies.map { Need(position: positions[$0.position], kind: $0.kind) },
        milestones: task.milestones)
    }
  }
}
