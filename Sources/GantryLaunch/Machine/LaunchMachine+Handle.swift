// SPDX-License-Identifier: Apache-2.0

extension LaunchMachine {
  /// Handles an input without giving away places.
  ///
  /// A driver with several inputs takes them all, then dispatches once. So the place of a task that
  /// ended isn't given away before the task's dependents are free.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - actions: The array to which the new actions are appended, in order.
  package mutating func take(_ input: Input, into actions: inout [Action]) {
    switch input {
    case .start: start(&actions)
    case .finished(let task, let outcome): finish(task, outcome, &actions)
    case .timedOut(let task, let attempt):
      guard phases.indices.contains(task), phases[task] == .running, attempts[task] == attempt
      else { return }
      settle(task, .timedOut, &actions)
      if lanes.replace(task, lane: Int(wiring.traits[task].lane)) {
        actions.append(.replaced(task: task))
      }
    case .rested(let task, let attempt): wake(task, attempt, &actions)
    case .acknowledged(let task): acknowledge(task, &actions)
    case .reached(let milestone): reach(milestone.name, &actions)
    case .demanded(let name): demand(name, &actions)
    case .takenBack(let tasks, let missing): takeBack(tasks, missing, &actions)
    case .returned(let task):
      guard phases.indices.contains(task) else { return }
      if let other = lanes.letIn(after: task, lane: Int(wiring.traits[task].lane)) {
        actions.append(.replaced(task: other))
      }
    case .cancelled: cancel(&actions)
    case .closed: close(&actions)
    }
    advance(&actions)
  }

  private mutating func start(_ actions: inout [Action]) {
    guard !isStarted else { return }
    isStarted = true
    guard !isCancelled else {
      cancelWaiting(&actions)
      return
    }
    for task in phases.indices {
      if let outcome = outcomeWithoutRunning(task) { settle(task, outcome, &actions) }
    }
    for task in phases.indices where wiring.traits[task].stage == .beforeReady {
      openStage(task, .start, &actions)
    }
    for name in earlyDemands { demand(name, &actions) }
    earlyDemands = []
    if isClosed { skipDormant(&actions) }
  }

  private mutating func finish(
    _ task: Int, _ outcome: LaunchOutcome, _ actions: inout [Action]
  ) {
    guard phases.indices.contains(task) else { return }
    guard phases[task] == .running else {
      if let other = leave(task) { actions.append(.replaced(task: other)) }
      if outcomes[task] == .timedOut { lateEnds[task] = outcome }
      return
    }
    if case .failed(let message) = outcome, !isCancelled,
      attempts[task] - earlierAttempts[task] <= wiring.traits[task].retries
    {
      failures[task] = message
      return tryAgain(task, &actions)
    }
    leave(task)
    if case .failed = outcome, isCancelled {
      settle(task, .cancelled, &actions)
    } else {
      settle(task, outcome, &actions)
    }
  }

  private mutating func tryAgain(_ task: Int, _ actions: inout [Action]) {
    let wait = plan.tasks[task].retry.wait(before: Int(attempts[task] - earlierAttempts[task]))
    attempts[task] += 1
    let attempt = Int(attempts[task])
    guard wait > .zero else { return actions.append(.run(task: task, attempt: attempt)) }
    // Other tasks may use the place in the meantime; then this task waits for a place as they do.
    leave(task)
    phases[task] = .resting
    actions.append(.rest(task: task, attempt: attempt, for: wait))
  }

  private mutating func wake(_ task: Int, _ attempt: Int, _ actions: inout [Action]) {
    guard phases.indices.contains(task), phases[task] == .resting, attempts[task] == attempt
    else { return }
    if wiring.traits[task].isAsynchronous { begin(task, &actions) } else { enqueue(task) }
  }

  private mutating func acknowledge(_ task: Int, _ actions: inout [Action]) {
    guard phases.indices.contains(task), phases[task] == .settling, let outcome = outcomes[task]
    else { return }
    phases[task] = .settled
    active -= 1
    unsettled -= 1
    if wiring.traits[task].stage == .beforeReady {
      if returned.isEmpty || !returned.contains(task) { unsettledBlocking -= 1 }
      settlingBlocking -= 1
    }
    for slot in wiring.range(of: task) {
      let arrow = wiring[slot]
      let next = Int(arrow.task)
      guard phases[next] == .waiting else { continue }
      switch LaunchReaction(to: outcome, of: arrow.dependency) {
      case .proceed: release(next, .task(Int32(truncatingIfNeeded: task)), &actions)
      case .block: settle(next, .blocked(by: chain(from: task, outcome)), &actions)
      case .skip:
        settle(next, .skipped(because: chain(of: next, requiring: task, outcome)), &actions)
      case .cancel: settle(next, .cancelled, &actions)
      }
    }
  }

  func chain(from task: Int, _ outcome: LaunchOutcome) -> [String] {
    guard case .blocked(let chain) = outcome else { return [plan.tasks[task].name] }
    return [plan.tasks[task].name] + chain
  }

  /// Returns the reasons why a task is skipped that requires a skipped task.
  func chain(of task: Int, requiring first: Int, _ outcome: LaunchOutcome) -> [LaunchSkip] {
    guard case .skipped(let chain) = outcome else { return [] }
    return [LaunchSkip(plan.tasks[task].name, .requires(plan.tasks[first].name))] + chain
  }

  /// Ends one wait of a task, and lets the task run if that was the last one.
  mutating func release(_ task: Int, _ cause: Cause, _ actions: inout [Action]) {
    waitsFor[task] -= 1
    guard waitsFor[task] == 0 else { return queueIdle(task) }
    causes[task] = cause
    if wiring.traits[task].isJoin {
      settle(task, .succeeded, &actions)
    } else {
      active += 1
      if wiring.traits[task].isAsynchronous { begin(task, &actions) } else { enqueue(task) }
    }
  }

  mutating func openStage(_ task: Int, _ cause: Cause, _ actions: inout [Action]) {
    guard phases[task] == .waiting, !stageIsOpen[task] else { return }
    stageIsOpen[task] = true
    release(task, cause, &actions)
  }

  mutating func settle(_ task: Int, _ outcome: LaunchOutcome, _ actions: inout [Action]) {
    if phases[task] == .waiting { active += 1 }
    if wiring.traits[task].stage == .beforeReady { settlingBlocking += 1 }
    phases[task] = .settling
    outcomes[task] = outcome
    actions.append(.settled(task: task, outcome))
    if wiring.traits[task].isEssential, outcome.isFailure, !isCancelled, !returned.contains(task) {
      actions.append(.stop(task: task, outcome))
      isCancelled = true
      cancelWaiting(&actions)
    }
  }
}
