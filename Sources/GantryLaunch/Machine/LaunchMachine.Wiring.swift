// SPDX-License-Identifier: Apache-2.0

extension LaunchMachine {
  /// The arrows of a plan in flat arrays, so that following a task costs no lookup by name.
  struct Wiring: Sendable {
    /// An arrow to a waiting task.
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
    }

    let traits: [Traits]
    private let arrows: Grouped<Arrow>
    /// The number of waits that each task starts with: its dependencies, its milestones, and its
    /// stage.
    let waitsFor: [Int32]

    /// Creates the arrows of a plan.
    ///
    /// - Parameter tasks: The tasks of the plan.
    init(_ tasks: [LaunchPlan.Task]) {
      // By index, here and below, since copying each task would cost more than reading it.
      traits = tasks.indices.map {
        Traits(
          stage: tasks[$0].stage, lane: tasks[$0].lane == .main ? 0 : 1,
          isAsynchronous: tasks[$0].isAsynchronous, isJoin: tasks[$0].isJoin,
          isEssential: tasks[$0].isEssential, retries: Int32(clamping: tasks[$0].retry.count),
          rank: Int32(clamping: tasks[$0].rank))
      }
      arrows = Grouped(count: tasks.count, empty: Arrow(task: 0, dependency: .order)) { file in
        Self.forEachArrow(of: tasks) { first, later, kind in
          file(first, Arrow(task: Int32(later), dependency: kind))
        }
      }
      var waits = tasks.indices.map { Int32(1 + Set(tasks[$0].milestones).count) }
      Self.forEachArrow(of: tasks) { _, later, _ in waits[later] += 1 }
      waitsFor = waits
    }

    /// Visits every arrow by the positions of its ends, in the order of those that wait.
    ///
    /// A plan that was read from a file may hold a dependency on a later stage. It would never end, and is
    /// left out.
    private static func forEachArrow(
      of tasks: [LaunchPlan.Task],
      _ visit: (_ first: Int, _ later: Int, LaunchDependency) -> Void
    ) {
      for later in tasks.indices {
        for index in tasks[later].dependencies.indices {
          let first = tasks[later].dependencies[index].position
          guard tasks[first].stage <= tasks[later].stage else { continue }
          visit(first, later, tasks[later].dependencies[index].kind)
        }
      }
    }

    /// Returns the range of one task's arrows.
    func range(of task: Int) -> Range<Int> { arrows.range(of: task) }

    subscript(slot: Int) -> Arrow { arrows.element(at: slot) }
  }
}

extension LaunchMachine {
  /// The places of the main lane (0) and the background lane (1), and the tasks that wait for them.
  struct Lanes: Sendable {
    static let count = 2

    /// The number of free places in each lane.
    private var free: [Int]
    private var isPlaced: [Bool]
    /// The tasks whose places went to others, since they timed out and may never return.
    private(set) var late: [Int] = []
    /// The tasks that timed out but keep their places, since the largest number of late tasks is
    /// reached.
    private var stuck: [Int] = []
    private let lateLimit: Int
    /// The tasks that wait for a place. Tasks that have begun or settled in the meantime are
    /// skipped.
    private var queues = [MinHeap](repeating: MinHeap(), count: Lanes.count)
    /// The tasks that were queued since the last dispatch.
    var fresh: [Int] = []

    init(taskCount: Int, workers: Int) {
      free = [1, max(1, workers)]
      lateLimit = free[1]
      isPlaced = Array(repeating: false, count: taskCount)
    }

    mutating func enqueue(_ task: Int, _ traits: Wiring.Traits, isDemanded: Bool) {
      // A demanded task goes first.
      let key = Int(traits.rank) - (isDemanded ? Int(Int32.max) : 0)
      queues[Int(traits.lane)].push(task, key: key)
    }

    /// Returns the next task of a lane; nil if there is no free place or no queued task.
    func next(in lane: Int) -> Int? { free[lane] > 0 ? queues[lane].first?.value : nil }

    mutating func dropNext(in lane: Int) { queues[lane].pop() }

    mutating func enter(_ task: Int, lane: Int) {
      isPlaced[task] = true
      free[lane] -= 1
    }

    /// Gives the place of a timed-out background task to others; false if that isn't allowed.
    mutating func replace(_ task: Int, lane: Int) -> Bool {
      guard lane == 1, isPlaced[task] else { return false }
      guard late.count < lateLimit else {
        stuck.append(task)
        return false
      }
      leave(task, lane: lane)
      late.append(task)
      return true
    }

    /// Gives away the place of a timed-out task that is taken back before it has returned. On the
    /// main lane, no other task could use that place.
    mutating func giveUp(_ task: Int, lane: Int) {
      guard lane == 1, isPlaced[task] else { return }
      stuck.removeAll { $0 == task }
      leave(task, lane: lane)
      late.append(task)
    }

    /// Records that the body of an earlier attempt has returned.
    ///
    /// - Returns: Another timed-out task whose place is now free for others.
    mutating func letIn(after task: Int, lane: Int) -> Int? {
      lane == 1 ? comeBack(task) : leave(task, lane: lane)
    }

    /// Returns the place of a task to its lane, if the task has one.
    ///
    /// - Returns: Another timed-out task whose place is now free for others.
    @discardableResult
    mutating func leave(_ task: Int, lane: Int) -> Int? {
      guard isPlaced[task] else { return comeBack(task) }
      isPlaced[task] = false
      free[lane] += 1
      return nil
    }

    /// Handles the return of a late task: the next stuck task may become late.
    private mutating func comeBack(_ task: Int) -> Int? {
      guard let place = late.firstIndex(of: task) else { return nil }
      late.remove(at: place)
      while let next = stuck.popLast() {
        if replace(next, lane: 1) { return next }
      }
      return nil
    }
  }
}
