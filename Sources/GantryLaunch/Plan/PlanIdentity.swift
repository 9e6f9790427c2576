// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The identity of a launch plan in the records of many launches, and the order of its tasks there.
///
/// Both follow from the tasks alone: neither the order of linking and declaration nor the profile
/// changes them.
package struct PlanIdentity: Sendable, Hashable {
  /// The hash FNV-1a of the names, owners, lanes, stages and dependencies: 16 hexadecimal digits.
  package let hash: String
  /// The positions of all tasks, sorted by name; joins come last.
  package let order: [Int]
  /// The number of tasks that aren't joins.
  package let taskCount: Int

  /// Identifies a plan.
  ///
  /// - Complexity: O(n log n).
  init<Tasks: RandomAccessCollection>(_ tasks: Tasks)
  where Tasks.Element: PlannedTask, Tasks.Index == Int {
    order = tasks.indices.sorted { first, second in
      let (first, second) = (tasks[first], tasks[second])
      if first.isJoin != second.isJoin { return second.isJoin }
      return first.name < second.name
    }
    taskCount = tasks.count { !$0.isJoin }
    var hash = Hash64()
    for position in order {
      let task = tasks[position]
      hash.add(task.name.rawValue)
      hash.add(task.owner.rawValue)
      hash.add(task.lane.rawValue)
      hash.add(task.stage.rawValue)
      for dependency in task.dependencies.sorted(by: Self.areInOrder) {
        hash.add(dependency.name)
        hash.add(dependency.kind.rawValue)
      }
      hash.add("")
    }
    self.hash = hash.text
  }

  private static func areInOrder(
    _ first: LaunchPlan.Dependency, _ second: LaunchPlan.Dependency
  )
    -> Bool
  {
    first.name == second.name
      ? first.kind < second.kind : first.name.precedes(second.name)
  }
}

/// A task as its plan or the report of a launch describes it.
package protocol PlannedTask {
  var name: ModuleName { get }
  var owner: ModuleName { get }
  var lane: LaunchLane { get }
  var stage: LaunchStage { get }
  var isJoin: Bool { get }
  var dependencies: [LaunchPlan.Dependency] { get }
}

extension LaunchPlan.Task: PlannedTask {}

extension LaunchPlan {
  /// The identity of the plan, which the report of each of its launches has, too.
  package var identity: PlanIdentity { PlanIdentity(tasks) }
}
