// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Lays all other tasks around a fixed schedule of those that *ready* depends on, on paper.
///
/// Before *ready* a task starts only in a gap in which it delays no other.
struct GapSimulation {
  /// After how many before ready on its lane each task runs ahead; of the last run.
  private(set) var aheadAfter: [Int?]
  /// How many tasks, edges and steps have been visited so far, but for joins.
  private(set) var cost = 0

  /// How much longer than its record a gap must be: the next launch may be slower.
  private static let margin = 2

  private let model: PlanModel
  private let starts: [Int]
  private let ready: Int
  private let waitsFor: [Int32]
  private let idleLoads: [LaneLoad]
  private let others: [Int]

  private var waits: [Int32] = []
  private var loads: [LaneLoad] = []
  private var queues: [FitQueue] = []
  private var order: [Int] = []
  private var position: [Int]
  private var events = MinHeap()
  private var ended: [Int] = []
  private var held: [Int] = []
  /// The asynchronous tasks that were released before ready, and when each that began ends.
  private var asynchronous: [Int: Int?] = [:]
  private var time = 0
  private var isReady = false

  /// Makes the simulation around a schedule of the before-ready tasks.
  init(_ model: PlanModel, starts: [Int], ready: Int) {
    self.model = model
    self.starts = starts
    self.ready = ready
    var waitsFor = Array(repeating: Int32(0), count: model.durations.count)
    for task in model.indices where model.isSimulated[task] {
      for slot in model.wiring.range(of: task) { waitsFor[Int(model.wiring[slot].task)] += 1 }
    }
    self.waitsFor = waitsFor
    idleLoads = (0..<LaunchMachine.Lanes.count).map { lane in
      let tasks = model.indices.filter { model.isBlocking[$0] && model.lane(of: $0) == lane }
      return LaneLoad(
        tasks.map { (starts[$0], model.durations[$0]) }, places: lane == 0 ? 1 : model.workers)
    }
    others = model.indices.filter { model.isSimulated[$0] && !model.isBlocking[$0] }
    aheadAfter = Array(repeating: nil, count: model.durations.count)
    position = Array(repeating: 0, count: model.durations.count)
  }

  /// Runs the list in which the smallest key goes first, then launch order.
  ///
  /// - Returns: The time until everything has ended, in nanoseconds.
  mutating func run(_ keys: [Int]) -> Int {
    prepare(keys)
    while true {
      while let event = events.first, event.key == time {
        events.pop()
        ended.append(event.value)
      }
      settle()
      if !isReady, time >= ready { becomeReady() }
      for lane in loads.indices { dispatch(lane) }
      guard let next = events.first else { return time }
      time = next.key
    }
  }

  private mutating func prepare(_ keys: [Int]) {
    waits = waitsFor
    loads = idleLoads
    order = others.sorted { (keys[$0], $0) < (keys[$1], $1) }
    for (place, task) in order.enumerated() {
      position[task] = place
      aheadAfter[task] = nil
    }
    queues = loads.map { _ in FitQueue(count: order.count) }
    asynchronous = [:]
    time = 0
    isReady = false
    cost += model.indices.count { !model.wiring.traits[$0].isJoin }
    for task in model.indices where model.isBlocking[task] {
      events.push(task, key: starts[task] + model.durations[task])
    }
    for task in others where waits[task] == 0 { release(task) }
  }

  private mutating func release(_ task: Int) {
    if !isReady, !model.mayRunAhead[task] {
      held.append(task)
    } else if let lane = model.lane(of: task), !(isReady && isAsynchronous(task)) {
      queues[lane].insert(position[task], need: model.durations[task] * Self.margin)
      if isAsynchronous(task) { asynchronous[task] = .some(nil) }
    } else {
      if !isReady { aheadAfter[task] = 0 }
      events.push(task, key: time + model.durations[task])
    }
  }

  private func isAsynchronous(_ task: Int) -> Bool { model.wiring.traits[task].isAsynchronous }

  private mutating func settle() {
    while let task = ended.popLast() {
      cost += model.costs[task]
      for slot in model.wiring.range(of: task) {
        let later = Int(model.wiring[slot].task)
        guard model.isSimulated[later], !model.isBlocking[later] else { continue }
        waits[later] -= 1
        if waits[later] == 0 { release(later) }
      }
    }
  }

  private mutating func dispatch(_ lane: Int) {
    loads[lane].advance(to: time)
    // A gap is measured only for a waiting task: it may be as long as the schedule.
    while !queues[lane].isEmpty {
      let gap = loads[lane].gap(at: time, visited: &cost)
      guard gap > 0, let place = queues[lane].removeFirst(fitting: gap) else { return }
      let task = order[place]
      let end = time + model.durations[task]
      if !isReady { aheadAfter[task] = loads[lane].begunCount }
      if isAsynchronous(task) { asynchronous[task] = end }
      loads[lane].run(until: end)
      events.push(task, key: end)
    }
  }

  private mutating func becomeReady() {
    isReady = true
    for task in held { release(task) }
    held.removeAll(keepingCapacity: true)
    // From now on asynchronous tasks take no place.
    for (task, end) in asynchronous.sorted(by: { $0.key < $1.key }) {
      guard let lane = model.lane(of: task) else { continue }
      if let end {
        loads[lane].forget(end)
      } else {
        queues[lane].remove(position[task])
        release(task)
      }
    }
  }
}
