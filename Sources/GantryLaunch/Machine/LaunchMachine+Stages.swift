// SPDX-License-Identifier: Apache-2.0

extension LaunchMachine {
  /// Moves on from stage to stage as long as nothing holds the next stage back.
  mutating func advance(_ actions: inout [Action]) {
    guard isStarted, !isFinished else { return }
    if !isReady, unsettledBlocking == 0, !isCancelled {
      isReady = true
      actions.append(.ready)
      for task in phases.indices where wiring.traits[task].stage == .afterReady {
        openStage(task, .ready, &actions)
      }
    }
    if isReady, active == 0, !isCancelled { startIdle(&actions) }
    guard active == 0 else { return }
    if !isQuiet, isReady || isCancelled {
      isQuiet = true
      actions.append(.quiet)
    }
    if unsettled == 0 {
      isFinished = true
      actions.append(.finished)
    }
  }

  /// Starts the first idle task that waits only for its turn.
  private mutating func startIdle(_ actions: inout [Action]) {
    while let task = idleQueue.pop()?.value {
      // A task whose dependency was taken back enters the queue again.
      guard phases[task] == .waiting, !stageIsOpen[task], waitsFor[task] == 1 else { continue }
      return openStage(task, .idle, &actions)
    }
  }

  /// Queues an idle task for its turn if it waits for nothing else.
  mutating func queueIdle(_ task: Int) {
    guard wiring.traits[task].stage == .idle, waitsFor[task] == 1, !stageIsOpen[task] else {
      return
    }
    idleQueue.push(task, key: task)
  }

  mutating func reach(_ milestone: String, _ actions: inout [Action]) {
    guard let index = plan.milestones.firstIndex(where: { $0.name == milestone }),
      reached.insert(milestone).inserted
    else { return }
    for task in phases.indices
    where phases[task] == .waiting && plan.tasks[task].milestones.contains(milestone) {
      release(task, .milestone(Int32(truncatingIfNeeded: index)), &actions)
    }
  }

  /// Opens the stage of a task and of all its dependencies, so that no later stage delays it.
  mutating func demand(_ name: String, _ actions: inout [Action]) {
    guard isStarted else {
      earlyDemands.append(name)
      return
    }
    guard !isCancelled, let first = plan.tasks.firstIndex(where: { $0.name == name })
    else { return }
    demand([first], &actions)
  }

  mutating func demand(_ tasks: [Int], _ actions: inout [Action]) {
    var open = tasks
    var seen: Set<Int> = []
    while let task = open.popLast() {
      if phases[task] == .queued, demanded.insert(task).inserted { enqueue(task) }
      if phases[task] == .resting { demanded.insert(task) }
      if hasIdleTurn(task), demanded.insert(task).inserted { actions.append(.hurry(task: task)) }
      guard phases[task] == .waiting, seen.insert(task).inserted else { continue }
      open += plan.tasks[task].dependencies.lazy.map(\.position)
    }
    demanded.formUnion(seen)
    for task in seen.sorted() { openStage(task, cause(of: task), &actions) }
  }

  /// Returns the cause that opens the stage of a demanded task.
  private func cause(of task: Int) -> Cause {
    guard returned.contains(task) else { return .demand }
    return switch wiring.traits[task].stage {
    case .beforeReady: .start
    case .afterReady: .ready
    case .idle, .onDemand: .demand
    }
  }

  /// Whether a task runs because nothing else was left, rather than because it was demanded.
  func hasIdleTurn(_ task: Int) -> Bool {
    guard phases[task] == .running, case .idle = causes[task] else { return false }
    return !demanded.contains(task)
  }

  mutating func cancel(_ actions: inout [Action]) {
    guard !isCancelled else { return }
    // Bodies that timed out may still run when everything else has ended.
    actions.append(.cancel)
    guard !isFinished else { return }
    isCancelled = true
    if isStarted { cancelWaiting(&actions) }
  }

  mutating func cancelWaiting(_ actions: inout [Action]) {
    for task in phases.indices where phases[task] <= .resting {
      // If the launch was cancelled before its start, a task that isn't enabled still reports why.
      let outcome = outcomeWithoutRunning(task) ?? .cancelled
      settle(task, outcome, &actions)
    }
  }

  /// Returns the outcome of a task that the plan skips; nil for all other tasks.
  func outcomeWithoutRunning(_ task: Int) -> LaunchOutcome? {
    let chain = plan.tasks[task].skipped
    guard !chain.isEmpty else { return nil }
    return quarantined.contains(task) ? .quarantined : .skipped(because: chain)
  }

  mutating func close(_ actions: inout [Action]) {
    guard !isClosed else { return }
    isClosed = true
    if isStarted, !isCancelled { skipDormant(&actions) }
  }

  /// Skips the tasks that wait for a milestone or a demand that won't come.
  mutating func skipDormant(_ actions: inout [Action]) {
    for task in phases.indices where phases[task] == .waiting {
      let name = plan.tasks[task].name
      if let missing = plan.tasks[task].milestones.first(where: { !reached.contains($0) }) {
        let link = LaunchSkip(name, .unreached(milestone: missing))
        settle(task, .skipped(because: [link]), &actions)
      } else if wiring.traits[task].stage == .onDemand, !stageIsOpen[task] {
        settle(task, .skipped(because: [LaunchSkip(name, .undemanded)]), &actions)
      }
    }
  }
}

extension LaunchMachine {
  /// Gives free places to queued tasks, by the plan's rank.
  ///
  /// - Parameter actions: The array to which the new actions are appended, in order.
  /// - Complexity: O(log n) per task.
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
      // Dependents of a task that has just ended may be about to arrive, and may go first.
      if lane == 0, settlingBlocking > 0 { return }
      lanes.dropNext(in: lane)
      lanes.enter(task, lane: lane)
      begin(task, &actions)
    }
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
}
