// SPDX-License-Identifier: Apache-2.0

/// Simulates all other tasks around a fixed schedule of the tasks that *ready* depends on.
///
/// Before *ready*, such a task starts only in a gap in which it delays no other task.
struct GapSimulation {
  /// For each task, the number of before-ready tasks on its lane after which it runs ahead, from
  /// the last run.
  private(set) var aheadAfter: [Int?]
  /// The number of tasks, edges and steps visited so far, without joins.
  private(set) var cost = 0

  /// The factor by which a gap must exceed a task's recorded time, since the next launch may be
  /// slower.
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
  /// The asynchronous tasks that were released before ready, with the end of each one that has
  /// begun.
  private var asynchronous: [Int: Int?] = [:]
  private var time = 0
  private var isReady = false

  /// Creates a simulation around a schedule of the before-ready tasks.
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
    // A gap is measured only if a task waits, since it may be as long as the schedule.
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
    // From now on, asynchronous tasks take no places.
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

/// The times at which before-ready tasks use the places of a lane in the current schedule.
struct LaneLoad {
  private struct Step {
    let time: Int
    let used: Int
  }

  private let places: Int
  private let steps: [Step]
  private let begins: [Int]
  private var step = -1
  private var begun = 0
  /// The ends of the tasks that run ahead.
  private var ends: [Int] = []

  init(_ intervals: [(start: Int, duration: Int)], places: Int) {
    self.places = places
    begins = intervals.map(\.start).sorted()
    // A task that takes no time still needs its place at its start.
    let stops = intervals.map { $0.start + max(1, $0.duration) }.sorted()
    var steps: [Step] = []
    var (begin, stop) = (0, 0)
    while stop < stops.count {
      let time = begin < begins.count ? min(begins[begin], stops[stop]) : stops[stop]
      while begin < begins.count, begins[begin] == time { begin += 1 }
      while stop < stops.count, stops[stop] == time { stop += 1 }
      steps.append(Step(time: time, used: begin - stop))
    }
    self.steps = steps
  }

  /// The number of before-ready tasks that have begun.
  var begunCount: Int { begun }

  mutating func advance(to time: Int) {
    while step + 1 < steps.count, steps[step + 1].time <= time { step += 1 }
    while begun < begins.count, begins[begun] <= time { begun += 1 }
    ends.removeAll { $0 <= time }
  }

  /// Returns how long a place stays free from a given time; zero if none is free.
  ///
  /// - Parameters:
  ///   - time: The time to which this load has been advanced.
  ///   - visited: The counter of visited steps.
  func gap(at time: Int, visited: inout Int) -> Int {
    guard (step < 0 ? 0 : steps[step].used) + ends.count < places else { return 0 }
    var next = step + 1
    while next < steps.count {
      visited += 1
      let later = steps[next].time
      var used = steps[next].used
      for end in ends where end > later { used += 1 }
      if used >= places { return later - time }
      next += 1
    }
    return .max
  }

  mutating func run(until end: Int) { ends.append(end) }

  /// Removes a task that no longer needs its place.
  mutating func forget(_ end: Int) {
    if let index = ends.firstIndex(of: end) { ends.remove(at: index) }
  }
}

/// A queue of tasks that wait for a gap, which finds the first one that fits with a tournament
/// tree.
struct FitQueue {
  /// The smallest need below each node; the leaves from `leafCount` on are the list.
  private var needs: [Int]
  private let leafCount: Int

  init(count: Int) {
    var leafCount = 1
    while leafCount < count { leafCount *= 2 }
    self.leafCount = leafCount
    needs = Array(repeating: .max, count: 2 * leafCount)
  }

  /// Whether no task waits.
  var isEmpty: Bool { needs[1] == .max }

  mutating func insert(_ position: Int, need: Int) { set(position, need) }

  /// Removes and returns the first task whose need is at most a length; nil if there is none.
  ///
  /// - Complexity: O(log n).
  mutating func removeFirst(fitting length: Int) -> Int? {
    // An empty leaf has the greatest need, so it fits nowhere.
    let length = min(length, .max - 1)
    guard needs[1] <= length else { return nil }
    var node = 1
    while node < leafCount { node = needs[2 * node] <= length ? 2 * node : 2 * node + 1 }
    set(node - leafCount, .max)
    return node - leafCount
  }

  mutating func remove(_ position: Int) { set(position, .max) }

  private mutating func set(_ position: Int, _ need: Int) {
    var node = leafCount + position
    needs[node] = need
    while node > 1 {
      node /= 2
      needs[node] = min(needs[2 * node], needs[2 * node + 1])
    }
  }
}
