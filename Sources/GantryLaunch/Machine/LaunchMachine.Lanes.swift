// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchMachine {
  /// The places of the main lane (0) and of the background lane (1), and the tasks that wait for one.
  struct Lanes: Sendable {
    static let count = 2

    /// How many places of each lane are free.
    private var free: [Int]
    private var isPlaced: [Bool]
    /// The tasks whose places were given to others, as they timed out and may never return.
    private(set) var late: [Int] = []
    /// The tasks that timed out and still have their places, since as many are late as may be.
    private var stuck: [Int] = []
    private let lateLimit: Int
    /// The tasks that wait for a place; those that have begun or settled in the meantime are passed over.
    private var queues = [MinHeap](repeating: MinHeap(), count: Lanes.count)
    /// The tasks of each lane that run ahead, by how many before ready come before.
    private var gaps: [[Int32]]
    private var nextGap = [Int](repeating: 0, count: Lanes.count)
    /// How many tasks before ready have begun.
    private var begun = [Int32](repeating: 0, count: Lanes.count)
    private let isFirstComeFirstServed: Bool
    private var arrivals = 0
    /// The tasks that were queued since the last dispatch.
    var fresh: [Int] = []

    init(_ traits: [Wiring.Traits], _ policy: LaunchPolicy, workers: Int) {
      free = [1, max(1, workers)]
      lateLimit = free[1]
      isPlaced = Array(repeating: false, count: traits.count)
      isFirstComeFirstServed = policy == .fifo
      gaps = (0..<Lanes.count).map { lane in
        let ahead = traits.indices.filter {
          traits[$0].stage == .afterReady && traits[$0].aheadAfter >= 0 && traits[$0].lane == lane
        }
        return ahead.sorted { (traits[$0].aheadAfter, $0) < (traits[$1].aheadAfter, $1) }
          .map { Int32(truncatingIfNeeded: $0) }
      }
    }

    mutating func enqueue(_ task: Int, _ traits: Wiring.Traits, isDemanded: Bool) {
      arrivals += 1
      let key = isFirstComeFirstServed ? arrivals : Int(traits.rank)
      // A demanded task goes before all others.
      queues[Int(traits.lane)].push(task, key: isDemanded ? key - Int(Int32.max) : key)
    }

    /// The next task of a lane that has a place; nil without a free place or a queued task.
    func next(in lane: Int) -> Int? { free[lane] > 0 ? queues[lane].first?.value : nil }

    mutating func dropNext(in lane: Int) { queues[lane].pop() }

    mutating func enter(_ task: Int, lane: Int) {
      isPlaced[task] = true
      free[lane] -= 1
    }

    /// Gives the place of a background task that timed out to others; false where that may not be.
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

    /// Gives the place of a task to others that timed out and is taken back before it has returned;
    /// on the main lane nothing else could have it.
    mutating func giveUp(_ task: Int, lane: Int) {
      guard lane == 1, isPlaced[task] else { return }
      stuck.removeAll { $0 == task }
      leave(task, lane: lane)
      late.append(task)
    }

    /// Takes in that the body of an earlier attempt has returned.
    ///
    /// - Returns: A task that timed out and whose place others may have now, too.
    mutating func letIn(after task: Int, lane: Int) -> Int? {
      lane == 1 ? comeBack(task) : leave(task, lane: lane)
    }

    /// Makes room for tasks that are added.
    mutating func add(_ count: Int) { isPlaced += Array(repeating: false, count: count) }

    /// Gives the place of a task back, if it has one.
    ///
    /// - Returns: A task that timed out and whose place others may have now, too.
    @discardableResult
    mutating func leave(_ task: Int, lane: Int) -> Int? {
      guard isPlaced[task] else { return comeBack(task) }
      isPlaced[task] = false
      free[lane] += 1
      return nil
    }

    /// A late one has returned: the next one that is stuck may be late.
    private mutating func comeBack(_ task: Int) -> Int? {
      guard let place = late.firstIndex(of: task) else { return nil }
      late.remove(at: place)
      while let next = stuck.popLast() {
        if replace(next, lane: 1) { return next }
      }
      return nil
    }

    mutating func countBegin(in lane: Int) { begun[lane] += 1 }

    /// The next task whose gap has come; each is named once.
    mutating func takeGap(in lane: Int, _ traits: [Wiring.Traits]) -> Int? {
      guard nextGap[lane] < gaps[lane].count else { return nil }
      let task = Int(gaps[lane][nextGap[lane]])
      guard traits[task].aheadAfter <= begun[lane] else { return nil }
      nextGap[lane] += 1
      return task
    }
  }
}
