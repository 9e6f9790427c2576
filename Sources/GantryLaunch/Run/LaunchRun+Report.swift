// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension LaunchRun {
  /// Returns a report of the launch so far.
  ///
  /// - Returns: A snapshot, in which tasks that have not settled have no outcome.
  /// - Complexity: O(V log V + E).
  package func report() -> LaunchReport {
    // Only the copies are made under the lock, since the launch may be waiting for it.
    let (tasks, facts) = state.withLock { state in
      // Read under the lock, so that every settled task has a start time.
      let began = mailbox.began
      let tasks = state.machine.phases.indices.map { task in
        state.firstRecords[task] ?? record(of: task, state, began)
      }
      var stoppedBy: String?
      if case .stopped(let task, _) = state.failure { stoppedBy = task }
      return (
        tasks,
        (
          ready: state.readyAt, finished: state.finishedAt, stoppedBy: stoppedBy,
          isCancelled: state.isCutShort
        )
      )
    }
    var report = LaunchReport(
      tasks: tasks, stoppedBy: facts.stoppedBy, isCancelled: facts.isCancelled,
      timeToReady: facts.ready, total: facts.finished ?? timer.now(),
      readyLowerBound: facts.ready.map { ready in
        min(ready, LaunchReport.readyLowerBound(of: tasks, workers: workers.count))
      })
    report.shuffleSeed = plan.shuffle?.seed
    return report
  }

  /// Returns the record of one task in its current attempt.
  ///
  /// - Parameters:
  ///   - task: The position of the task.
  ///   - planned: The task for the report to show; nil for the plan's task.
  ///   - state: The state of the launch.
  ///   - began: The time at which each task began.
  ///   - start: The time from which the record counts.
  nonisolated func record(
    of task: Int, as planned: LaunchPlan.Task? = nil, _ state: State, _ began: [Duration?],
    from start: Duration = .zero
  ) -> LaunchReport.Task {
    let machine = state.machine
    let outcome = machine.outcomes[task]
    return LaunchReport.Task(
      planned ?? plan.tasks[task], outcome: outcome,
      releasedBy: release(of: task, machine),
      attempts: Int(machine.attempts[task] - machine.earlierAttempts[task]),
      lastFailure: machine.failures[task], lateEnd: machine.lateEnds[task],
      queued: state.queued[task].map { $0 - start }, started: began[task].map { $0 - start },
      finished: outcome == nil ? nil : state.ended[task].map { $0 - start },
      thread: began[task] == nil ? nil : thread(of: task), reached: machine.reached)
  }

  /// Returns a report on the tasks of a part. Times count from when they were taken back.
  ///
  /// - Parameter part: The part.
  package func report(of part: LaunchPart) -> LaunchReport {
    let now = timer.now()
    let (tasks, isCancelled) = state.withLock { state in
      let began = mailbox.began
      let positions = Dictionary(
        uniqueKeysWithValues: zip(part.tasks.lazy.map { [plan] in plan.tasks[$0].name }, 0...))
      let tasks = part.tasks.map { task in
        record(of: task, as: plan.tasks[task].moved(by: positions), state, began, from: part.start)
      }
      return (tasks, state.machine.isCancelled)
    }
    let last = { (tasks: [LaunchReport.Task]) in
      tasks.contains { $0.outcome == nil } ? nil : tasks.compactMap(\.finished).max() ?? .zero
    }
    var report = LaunchReport(
      tasks: tasks, isCancelled: isCancelled,
      timeToReady: last(tasks.filter { $0.stage == .beforeReady }),
      total: last(tasks) ?? now - part.start)
    report.shuffleSeed = plan.shuffle?.seed
    return report
  }

  /// Returns the thread of a task: the main actor, one of the launch's own threads, or the shared
  /// pool.
  private func thread(of task: Int) -> String? {
    switch table.bodies[task] {
    case .main: "main"
    case .worker: "worker"
    case .background, .callback:
      switch (table.plan.tasks[task].lane, table.plan.tasks[task].isAsynchronous) {
      case (.main, false): "main"
      case (.main, true): "main actor"
      case (.background, _): "pool"
      }
    case nil: nil
    }
  }

  private nonisolated func release(of task: Int, _ machine: LaunchMachine) -> LaunchReport.Release?
  {
    guard machine.waitsFor[task] == 0 else { return nil }
    return switch machine.causes[task] {
    case .start: .start
    case .task(let first): .dependency(machine.plan.tasks[Int(first)].name)
    case .ready: .ready
    case .idle: .idle
    case .demand: .demand
    case .milestone(let index): .milestone(machine.plan.milestones[Int(index)].name)
    }
  }
}

extension LaunchRun {
  /// Handles the end of a task in place of the loop if that sleeps; otherwise informs the loop.
  ///
  /// - Returns: An attempt that the same child may run next; nil if the child is over.
  nonisolated func follow(_ ended: Try, _ outcome: LaunchOutcome) -> Try? {
    if ended.isNoted { marks?.end(ended.task) }
    let now = timer.now()
    let message = LaunchMailbox.Message.ended(
      task: ended.task, attempt: ended.attempt, outcome, at: now)
    guard mailbox.borrow() else {
      mailbox.post(message)
      return nil
    }
    var actions: [LaunchMachine.Action] = []
    _ = takeIn([message], now, &actions)
    let (isAtRest, next) = state.withLock { state in
      dropTold(&actions, state)
      let isAtRest =
        state.machine.isAtRest || state.machine.isFinished
        || state.openParts.contains {
          state.machine.isAtRest($0.tasks, $0.rest)
        }
      return (isAtRest, takeFollowing(of: ended.task, from: &actions, state))
    }
    // At rest, the loop must check whether it is over, and whether a task waits for that.
    let mustWake = !actions.isEmpty || isAtRest
    mailbox.giveBack(mustWake ? .decided(actions) : nil, over: next == nil ? 1 : 0)
    return next
  }

  /// Takes the first task that this child may run.
  private nonisolated func takeFollowing(
    of task: Int, from actions: inout [LaunchMachine.Action], _ state: State
  ) -> Try? {
    var chosen: Try?
    for case .run(let next, let attempt) in actions
    where isFollower(next, of: task) {
      guard next < chosen?.task ?? .max else { continue }
      chosen = Try(
        task: next, attempt: attempt, idleGate: nil, table: table, isNoted: state.isNoted(next))
    }
    guard let chosen else { return nil }
    actions.removeAll { action in
      if case .run(chosen.task, _) = action { true } else { false }
    }
    return chosen
  }

  /// Drops actions that need no work.
  private nonisolated func dropTold(_ actions: inout [LaunchMachine.Action], _ state: State) {
    actions.removeAll { action in
      switch action {
      case .queued: true
      case .settled(let task, _): state.joining[task] == nil
      default: false
      }
    }
  }

  /// Whether a task may run in the child of a task that it waited for. It must belong on the same
  /// threads, have no delay, and wait for no idle time.
  private nonisolated func isFollower(_ next: Int, of task: Int) -> Bool {
    guard table.delays.isEmpty, table.plan.tasks[next].stage != .idle else { return false }
    return switch (table.bodies[task], table.bodies[next]) {
    case (.worker, .worker), (.background, .background), (.callback, .background): true
    default: false
    }
  }
}
