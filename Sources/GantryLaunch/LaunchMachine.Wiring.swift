// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchMachine {
  /// The arrows of a plan in flat arrays, so that the way of a task costs no look-up by name.
  struct Wiring: Sendable {
    /// One arrow to a task that waits.
    struct Arrow: Sendable {
      let task: Int32
      let dependency: LaunchDependency
    }

    /// What a task is, in one byte-sized glance.
    struct Traits: Sendable {
      let stage: LaunchStage
      let isJoin: Bool
      let isEssential: Bool
      let retries: Int32
    }

    let traits: [Traits]
    private let offsets: [Int32]
    private let arrows: [Arrow]
    /// What each task waits for at first: dependencies, milestones, and one for its stage.
    let waitsFor: [Int32]

    init(_ plan: LaunchPlan) {
      let tasks = plan.tasks
      traits = tasks.map {
        Traits(
          stage: $0.stage, isJoin: $0.isJoin, isEssential: $0.isEssential,
          retries: Int32(clamping: $0.retry.count))
      }
      var waits = tasks.map { Int32(1 + Set($0.milestones).count) }
      var ends = Array(repeating: Int32(0), count: tasks.count + 1)
      for (position, task) in tasks.enumerated() {
        for dependency in task.dependencies where Self.isSound(dependency, position, tasks) {
          waits[position] += 1
          ends[dependency.position + 1] += 1
        }
      }
      for position in tasks.indices { ends[position + 1] += ends[position] }
      offsets = ends
      let empty = Arrow(task: 0, dependency: .order)
      var arrows = Array(repeating: empty, count: Int(ends[tasks.count]))
      for (position, task) in tasks.enumerated() {
        for dependency in task.dependencies where Self.isSound(dependency, position, tasks) {
          let slot = Int(ends[dependency.position])
          arrows[slot] = Arrow(task: Int32(position), dependency: dependency.kind)
          ends[dependency.position] += 1
        }
      }
      self.arrows = arrows
      waitsFor = waits
    }

    /// A plan that was read from a file may hold anything: what points forward, or to a later stage,
    /// would never end.
    private static func isSound(
      _ dependency: LaunchPlan.Dependency, _ position: Int, _ tasks: [LaunchPlan.Task]
    ) -> Bool {
      dependency.position >= 0 && dependency.position < position
        && tasks[dependency.position].stage <= tasks[position].stage
    }

    /// The positions in the arrows of one task.
    func range(of task: Int) -> Range<Int> { Int(offsets[task])..<Int(offsets[task + 1]) }

    subscript(slot: Int) -> Arrow { arrows[slot] }
  }
}
