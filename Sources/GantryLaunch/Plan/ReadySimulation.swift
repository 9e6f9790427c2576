// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Runs what *ready* waits for through the lanes, on paper, again and again with other lists.
struct ReadySimulation {
  /// When each task of the blocking set starts; of the last run.
  private(set) var starts: [Int]
  /// How many tasks and edges one run visits, but for joins.
  let cost: Int

  private let model: PlanModel
  private let waitsFor: [Int32]
  private let roots: [Int]
  private var waits: [Int32] = []
  private var free: [Int] = []
  private var queues = [MinHeap](repeating: MinHeap(), count: LaunchMachine.Lanes.count)
  private var events = MinHeap()
  private var ended: [Int] = []
  private var time = 0

  init(_ model: PlanModel) {
    self.model = model
    var waitsFor = Array(repeating: Int32(0), count: model.durations.count)
    var cost = 0
    for task in model.indices where model.isBlocking[task] {
      cost += model.costs[task]
      for slot in model.wiring.range(of: task) { waitsFor[Int(model.wiring[slot].task)] += 1 }
    }
    self.waitsFor = waitsFor
    self.cost = cost
    roots = model.indices.filter { model.isBlocking[$0] && waitsFor[$0] == 0 }
    starts = Array(repeating: 0, count: model.durations.count)
  }

  /// Runs the list in which the smallest key goes first, then launch order.
  ///
  /// - Returns: The time to *ready*, in nanoseconds.
  mutating func run(_ keys: [Int]) -> Int {
    waits = waitsFor
    free = [1, model.workers]
    time = 0
    for task in roots { release(task, keys) }
    settle(keys)
    while true {
      dispatch()
      guard let next = events.first else { return time }
      time = next.key
      while let event = events.first, event.key == time {
        events.pop()
        if let lane = model.lane(of: event.value) { free[lane] += 1 }
        ended.append(event.value)
      }
      settle(keys)
    }
  }

  private mutating func dispatch() {
    for lane in 0..<LaunchMachine.Lanes.count {
      while free[lane] > 0, let task = queues[lane].pop()?.value {
        free[lane] -= 1
        begin(task)
      }
    }
  }

  private mutating func begin(_ task: Int) {
    starts[task] = time
    events.push(task, key: time + model.durations[task])
  }

  private mutating func release(_ task: Int, _ keys: [Int]) {
    if let lane = model.lane(of: task) {
      queues[lane].push(task, key: keys[task])
    } else if model.durations[task] > 0 {
      begin(task)
    } else {
      starts[task] = time
      ended.append(task)
    }
  }

  private mutating func settle(_ keys: [Int]) {
    while let task = ended.popLast() {
      for slot in model.wiring.range(of: task) {
        let later = Int(model.wiring[slot].task)
        guard model.isBlocking[later] else { continue }
        waits[later] -= 1
        if waits[later] == 0 { release(later, keys) }
      }
    }
  }
}
