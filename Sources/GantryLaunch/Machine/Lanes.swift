// SPDX-License-Identifier: Apache-2.0

/// The slots of the main lane (0) and the background lane (1), and the tasks that wait for them.
struct Lanes: Sendable, Equatable {
  static let count = 2
  static let background = 1

  /// The number of free slots in each lane.
  private var free: [Int]
  /// The tasks that wait for a slot. Tasks that have begun or settled in the meantime are skipped.
  private var queues = [MinHeap](repeating: MinHeap(), count: Lanes.count)

  init(workers: Int) { free = [1, max(1, workers)] }

  mutating func enqueue(_ task: Int, _ traits: Wiring.Traits, isDemanded: Bool) {
    // A demanded task goes first.
    let key = Int(traits.rank) - (isDemanded ? Int(Int32.max) : 0)
    queues[Int(traits.lane)].push(task, key: key)
  }

  /// Gives a slot to the next task of a lane; nil if there is no free slot or no queued task.
  mutating func next(in lane: Int, of nodes: [Machine.Node]) -> Int? {
    while free[lane] > 0, let task = queues[lane].pop()?.value {
      guard nodes[task].phase == .queued else { continue }
      free[lane] -= 1
      return task
    }
    return nil
  }

  mutating func leave(_ lane: Int) { free[lane] += 1 }
}
