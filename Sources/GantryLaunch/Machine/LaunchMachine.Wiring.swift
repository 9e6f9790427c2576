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

    /// The properties of a task that the machine needs.
    struct Traits: Sendable {
      let stage: LaunchStage
      /// 0 for the main lane, 1 for the background lane.
      let lane: UInt8
      let isAsynchronous: Bool
      let isJoin: Bool
      let isEssential: Bool
      let retries: Int32
      let rank: Int32
      /// ``LaunchPlan/Task/runsAheadAfter``; less than zero when it does not run ahead.
      let aheadAfter: Int32
    }

    let traits: [Traits]
    private let offsets: [Int32]
    private let arrows: [Arrow]
    /// The number of waits that each task begins with: dependencies, milestones, and one for its stage.
    let waitsFor: [Int32]

    /// Reads the arrows of a plan.
    ///
    /// - Parameters:
    ///   - tasks: The tasks of the plan.
    ///   - added: The position of the first task that was added, if any; such tasks demand their
    ///     dependencies, of whatever stage these are.
    init(_ tasks: [LaunchPlan.Task], added: Int = .max) {
      traits = tasks.map {
        Traits(
          stage: $0.stage, lane: $0.lane == .main ? 0 : 1, isAsynchronous: $0.isAsynchronous,
          isJoin: $0.isJoin, isEssential: $0.isEssential, retries: Int32(clamping: $0.retry.count),
          rank: Int32(clamping: $0.rank), aheadAfter: Int32(clamping: $0.runsAheadAfter ?? -1))
      }
      var waits = tasks.map { Int32(1 + Set($0.milestones).count) }
      var ends = Array(repeating: Int32(0), count: tasks.count + 1)
      Self.forEachArrow(of: tasks, added) { first, later, _ in
        waits[later] += 1
        ends[first + 1] += 1
      }
      for position in tasks.indices { ends[position + 1] += ends[position] }
      offsets = ends
      let empty = Arrow(task: 0, dependency: .order)
      var arrows = Array(repeating: empty, count: Int(ends[tasks.count]))
      Self.forEachArrow(of: tasks, added) { first, later, kind in
        arrows[Int(ends[first])] = Arrow(task: Int32(later), dependency: kind)
        ends[first] += 1
      }
      self.arrows = arrows
      waitsFor = waits
    }

    /// Visits every arrow by the positions of its ends, in the order of those that wait.
    ///
    /// A plan that was read from a file may hold anything: a dependency that points forward, or to a
    /// later stage, would never end, and is left out.
    private static func forEachArrow(
      of tasks: [LaunchPlan.Task], _ added: Int,
      _ visit: (_ first: Int, _ later: Int, LaunchDependency) -> Void
    ) {
      for later in tasks.indices {
        // By index: a copy of every task and dependency would cost more than the visit.
        for index in tasks[later].dependencies.indices {
          let first = tasks[later].dependencies[index].position
          guard first >= 0, first < later,
            later >= added || tasks[first].stage <= tasks[later].stage
          else { continue }
          visit(first, later, tasks[later].dependencies[index].kind)
        }
      }
    }

    /// The positions in the arrows of one task.
    func range(of task: Int) -> Range<Int> { Int(offsets[task])..<Int(offsets[task + 1]) }

    subscript(slot: Int) -> Arrow { arrows[slot] }
  }
}
