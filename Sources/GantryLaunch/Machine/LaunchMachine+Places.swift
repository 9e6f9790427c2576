// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchMachine {
  /// Gives the free places to the queued tasks, by the plan's rank.
  ///
  /// - Parameter actions: Gets the new actions appended, in this order.
  /// - Complexity: O(log n) a task.
  package mutating func dispatch(into actions: inout [Action]) {
    for lane in 0..<Lanes.count { fill(lane, &actions) }
    for task in lanes.fresh where phases[task] == .queued { actions.append(.queued(task: task)) }
    lanes.fresh.removeAll(keepingCapacity: true)
  }

  private mutating func fill(_ lane: Int, _ actions: inout [Action]) {
    while let task = lanes.next(in: lane) {
      guard phases[task] == .queued else {
        lanes.dropNext(in: lane)
        continue
      }
      // Dependents of a task that has just ended may be about to come, and they go first.
      if settlingBlocking > 0, lane == 0 || runsAhead(task) { return }
      lanes.dropNext(in: lane)
      lanes.enter(task, lane: lane)
      let isFirstTry = attempts[task] == 0
      begin(task, &actions)
      guard isFirstTry, wiring.traits[task].stage == .beforeReady else { continue }
      lanes.countBegin(in: lane)
      openGaps(lane, &actions)
    }
  }

  /// Whether a task needs a place: also an asynchronous one, while it may delay *ready*.
  func needsPlace(_ task: Int) -> Bool {
    !wiring.traits[task].isAsynchronous || runsAhead(task)
  }

  private func runsAhead(_ task: Int) -> Bool {
    !isReady && wiring.traits[task].stage != .beforeReady && !demanded.contains(task)
  }

  mutating func enqueue(_ task: Int) {
    if phases[task] != .queued { lanes.fresh.append(task) }
    phases[task] = .queued
    let isDemanded = !demanded.isEmpty && demanded.contains(task)
    lanes.enqueue(task, wiring.traits[task], isDemanded: isDemanded)
  }

  mutating func begin(_ task: Int, _ actions: inout [Action]) {
    phases[task] = .running
    if attempts[task] == earlierAttempts[task] { attempts[task] += 1 }
    actions.append(.run(task: task, attempt: Int(attempts[task])))
  }

  @discardableResult
  mutating func leave(_ task: Int) -> Int? {
    lanes.leave(task, lane: Int(wiring.traits[task].lane))
  }

  /// Starts the tasks that run ahead of *ready* in the gap that has come.
  mutating func openGaps(_ lane: Int, _ actions: inout [Action]) {
    guard !isReady else { return }
    while let task = lanes.takeGap(in: lane, wiring.traits) {
      openStage(task, .gap, &actions)
    }
  }

  /// After ready an asynchronous task takes no place any more.
  mutating func freeAsynchronous(_ task: Int, _ actions: inout [Action]) {
    guard wiring.traits[task].isAsynchronous else { return }
    leave(task)
    if phases[task] == .queued { begin(task, &actions) }
  }
}
