// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension LaunchRun {
  /// The tasks that a milestone lets go: those that wait for it, themselves or through another
  /// task, and that need no other milestone and no demand, in launch order.
  ///
  /// - Parameters:
  ///   - milestone: The milestone that is being reached.
  ///   - others: The milestones that were reached before.
  ///   - caller: The task that reaches it; tasks that wait for that one are left out. Nil is none.
  /// - Returns: Names of tasks; without idle ones, which start only when nothing else is left.
  /// - Complexity: O(V + E).
  package func tasks(
    behind milestone: Milestone, after others: Set<Milestone>, reachedBy caller: String?
  ) -> [String] {
    // The machine may not have read of the latest ones.
    let reached = Set((others.union([milestone])).map(\.name))
    return state.withLock(\.machine)
      .tasks(behind: milestone.name, reached: reached, reachedBy: caller)
  }
}

extension LaunchMachine {
  func tasks(
    behind milestone: String, reached: Set<String>, reachedBy caller: String?
  ) -> [String] {
    let source = caller.flatMap { name in plan.tasks.firstIndex { $0.name == name } }
    // Nothing behind a milestone runs before ready, which waits for this caller itself.
    if let source, !isReady, plan.tasks[source].stage == .beforeReady { return [] }
    var isBehind = Array(repeating: false, count: plan.tasks.count)
    var isHeld = isBehind
    for (position, task) in plan.tasks.enumerated() where phases[position] != .settled {
      isBehind[position] = task.milestones.contains(milestone)
      isHeld[position] =
        position == source || task.stage == .idle
        || task.stage == .onDemand && !stageIsOpen[position]
        || !task.milestones.allSatisfy(reached.contains)
      for dependency in task.dependencies where dependency.position < position {
        isBehind[position] = isBehind[position] || isBehind[dependency.position]
        isHeld[position] = isHeld[position] || isHeld[dependency.position]
      }
    }
    return plan.tasks.indices.filter { isBehind[$0] && !isHeld[$0] }.map { plan.tasks[$0].name }
  }
}
