// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchPlan {
  /// This plan with the tasks behind it that only another plan has.
  ///
  /// Tasks that are there keep their positions and dependencies: it is too late for a task that is
  /// added to run before one of them. Added tasks don't run ahead of *ready*.
  ///
  /// - Parameter whole: A plan of all tasks.
  package func adding(_ whole: LaunchPlan) -> LaunchPlan {
    var positions = Dictionary(
      zip(tasks.lazy.map(\.name), tasks.indices), uniquingKeysWith: { first, _ in first })
    let added = whole.tasks.filter { positions[$0.name] == nil }
    for (position, task) in zip(tasks.count..., added) { positions[task.name] = position }
    let known = Set(milestones)
    return LaunchPlan(
      tasks: tasks
        + added.map { task in
          var task = task.moved(by: positions)
          task.runsAheadAfter = nil
          return task
        },
      milestones: milestones + whole.milestones.filter { !known.contains($0) }, policy: policy,
      workers: workers, shuffle: shuffle)
  }
}

extension LaunchPlan.Task {
  /// The task with the dependencies that are among some tasks, whose new positions are given by name.
  func moved(by positions: [String: Int]) -> Self {
    var task = self
    task.dependencies = dependencies.compactMap { $0.moved(by: positions) }
    return task
  }
}

extension LaunchPlan.Dependency {
  /// The dependency at its new position; nil where its task has none.
  fileprivate func moved(by positions: [String: Int]) -> Self? {
    positions[name].map {
      Self(position: $0, name: name, kind: kind, declaredAt: declaredAt, reason: reason)
    }
  }
}
