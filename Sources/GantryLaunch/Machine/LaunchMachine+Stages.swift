// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchMachine {
  /// Moves from stage to stage when nothing holds the next one any more.
  mutating func advance(_ actions: inout [Action]) {
    guard isStarted, !isFinished else { return }
    if !isReady, unsettledBlocking == 0, !isCancelled {
      isReady = true
      actions.append(.ready)
      for task in phases.indices where wiring.traits[task].stage == .afterReady {
        openStage(task, .ready, &actions)
        freeAsynchronous(task, &actions)
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

  /// Starts the first idle task that waits for nothing but its turn.
  private mutating func startIdle(_ actions: inout [Action]) {
    while let task = idleQueue.pop()?.value {
      // One whose dependency was taken back comes into the queue again.
      guard phases[task] == .waiting, !stageIsOpen[task], waitsFor[task] == 1 else { continue }
      return openStage(task, .idle, &actions)
    }
  }

  /// Lets an idle task have its turn when it waits for nothing else.
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
      open += plan.tasks[task].dependencies.lazy.map(\.position).filter { (0..<task).contains($0) }
    }
    demanded.formUnion(seen)
    for task in seen.sorted() { openStage(task, cause(of: task), &actions) }
  }

  /// The cause for which the stage of a demanded task opens.
  private func cause(of task: Int) -> Cause {
    guard returned.contains(task) else { return .demand }
    return switch wiring.traits[task].stage {
    case .beforeReady: .start
    case .afterReady: .ready
    case .idle, .onDemand: .demand
    }
  }

  /// Whether a task runs because nothing else was left, and not because it was demanded.
  func hasIdleTurn(_ task: Int) -> Bool {
    guard phases[task] == .running, case .idle = causes[task] else { return false }
    return !demanded.contains(task)
  }

  mutating func cancel(_ actions: inout [Action]) {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    actions.append(.cancel)
    if isStarted { cancelWaiting(&actions) }
  }

  mutating func cancelWaiting(_ actions: inout [Action]) {
    for task in phases.indices where phases[task] <= .resting {
      // At a start that was cancelled before, a task that isn't enabled still says why.
      let outcome = outcomeWithoutRunning(task) ?? .cancelled
      settle(task, outcome, &actions)
    }
  }

  /// The outcome of a task that the plan skips; nil for all others.
  func outcomeWithoutRunning(_ task: Int) -> LaunchOutcome? {
    let reasons = plan.tasks[task].skipped
    guard !reasons.isEmpty else { return nil }
    return quarantined.contains(task)
      ? .quarantined : .skipped(reason: reasons.joined(separator: "; "))
  }

  mutating func close(_ actions: inout [Action]) {
    guard !isClosed else { return }
    isClosed = true
    if isStarted, !isCancelled { skipDormant(&actions) }
  }

  /// Skips the tasks that wait for a milestone or a demand that won't come.
  mutating func skipDormant(_ actions: inout [Action]) {
    for task in phases.indices where phases[task] == .waiting {
      if let missing = plan.tasks[task].milestones.first(where: { !reached.contains($0) }) {
        settle(task, .skipped(reason: "milestone \(missing) was not reached"), &actions)
      } else if wiring.traits[task].stage == .onDemand, !stageIsOpen[task] {
        settle(task, .skipped(reason: "nobody asked for it"), &actions)
      }
    }
  }
}
