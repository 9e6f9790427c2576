// SPDX-License-Identifier: Apache-2.0

/// Simulates the tasks that *ready* depends on in their lanes, repeatedly with different lists:
/// forwards, or backwards from *ready* to the first tasks.
struct ReadySimulation {
  /// The start of each before-ready task, from the beginning of the last run.
  private(set) var starts: [Int]
  /// The number of tasks and edges that one run visits, without joins.
  let cost: Int

  private let model: PlanModel
  private let waitsFor: [Int32]
  private let roots: [Int]
  /// The tasks that wait for each.
  private let followers: Grouped<Int32>
  private var waits: [Int32] = []
  private var free: [Int] = []
  private var queues = [MinHeap](repeating: MinHeap(), count: LaunchMachine.Lanes.count)
  private var events = MinHeap()
  private var ended: [Int] = []
  private var time = 0

  /// Creates a simulation of the before-ready tasks.
  init(_ model: PlanModel, backwards: Bool = false) {
    self.model = model
    var cost = 0
    var arrows: [(first: Int32, later: Int32)] = []
    for task in model.indices where model.isBlocking[task] {
      cost += model.costs[task]
      for slot in model.wiring.range(of: task) {
        let (first, later) = (Int32(task), model.wiring[slot].task)
        guard model.isBlocking[Int(later)] else { continue }
        arrows.append(backwards ? (later, first) : (first, later))
      }
    }
    self.cost = cost
    var waitsFor = Array(repeating: Int32(0), count: model.durations.count)
    for arrow in arrows { waitsFor[Int(arrow.later)] += 1 }
    followers = Grouped(count: model.durations.count, empty: 0) { file in
      for arrow in arrows { file(Int(arrow.first), arrow.later) }
    }
    self.waitsFor = waitsFor
    roots = model.indices.filter { model.isBlocking[$0] && waitsFor[$0] == 0 }
    starts = Array(repeating: 0, count: model.durations.count)
  }

  /// Returns the list for the other direction: the task that ended last in the last run goes first.
  func reversedKeys() -> [Int] { model.indices.map { -(starts[$0] + model.durations[$0]) } }

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
      for slot in followers.range(of: task) {
        let later = Int(followers.element(at: slot))
        waits[later] -= 1
        if waits[later] == 0 { release(later, keys) }
      }
    }
  }
}
