// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Drives a machine on a virtual clock in which every task takes exactly its time.
struct VirtualLaunch {
  /// The time now, in nanoseconds from the start; at the end, the total.
  private(set) var time = 0
  /// When the app was ready.
  private(set) var ready: Int?
  private(set) var started: [Int?]
  private(set) var finished: [Int?]

  private var machine: LaunchMachine
  private let durations: [Int]
  private var events = MinHeap()
  private var actions: [LaunchMachine.Action] = []

  init(_ plan: LaunchPlan, durations: [Int], workers: Int) {
    machine = LaunchMachine(plan, workers: workers)
    self.durations = durations
    started = Array(repeating: nil, count: durations.count)
    finished = started
  }

  mutating func run() {
    machine.take(.start, into: &actions)
    machine.take(.closed, into: &actions)
    perform()
    while let next = events.first {
      time = next.key
      // Tasks that end at the same time are all taken in before places are given to others.
      while let event = events.first, event.key == time {
        events.pop()
        finished[event.value] = time
        machine.take(.finished(task: event.value, .succeeded), into: &actions)
      }
      perform()
    }
  }

  private mutating func perform() {
    var next = 0
    repeat {
      while next < actions.count {
        perform(actions[next])
        next += 1
      }
      machine.dispatch(into: &actions)
    } while next < actions.count
    actions.removeAll(keepingCapacity: true)
  }

  private mutating func perform(_ action: LaunchMachine.Action) {
    switch action {
    case .run(let task, _):
      started[task] = time
      events.push(task, key: time + durations[task])
    case .settled(let task, let outcome):
      // A join runs without being told to.
      if started[task] == nil, outcome == .succeeded {
        started[task] = time
        finished[task] = time
      }
      machine.take(.acknowledged(task: task), into: &actions)
    case .ready: ready = time
    case .queued, .rest, .hurry, .replaced, .stop, .cancel, .quiet, .finished: break
    }
  }
}
