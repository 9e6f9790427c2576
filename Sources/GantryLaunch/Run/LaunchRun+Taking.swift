// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension LaunchRun {
  /// Passes messages to the machine, and gives away places once all messages are handled.
  ///
  /// This also calls the hooks for settled tasks. So all dependents of a task that ended are queued
  /// before its place is given away.
  ///
  /// - Parameters:
  ///   - batch: The messages.
  ///   - now: The time since the start of the launch.
  ///   - actions: The array to which the new actions are appended.
  /// - Returns: The number of child tasks that are over.
  nonisolated func takeIn(
    _ batch: [LaunchMailbox.Message], _ now: Duration, _ actions: inout [LaunchMachine.Action]
  ) -> Int {
    var noted = 0
    var retries: [LaunchWarning] = []
    var (ended, told) = state.withLock { state in
      let ended = read(batch, &state, &actions, &retries)
      return (ended, decide(&actions, from: &noted, now, &state))
    }
    for retry in retries { hooks.onWarning?(retry) }
    while !told.isEmpty {
      let settled = told.filter { tell($0, $1) }
      told = state.withLock { state in
        for (task, _) in settled { state.machine.take(.acknowledged(task: task), into: &actions) }
        return decide(&actions, from: &noted, now, &state)
      }
    }
    return ended
  }

  /// Calls the hooks for a settled task; false if the work of a join is still to be awaited.
  private nonisolated func tell(_ task: Int, _ outcome: LaunchOutcome) -> Bool {
    let name = plan.tasks[task].name
    if plan.tasks[task].isJoin, outcome == .succeeded, let rest = hooks.onJoin?(name) {
      state.withLock { $0.joining[task] = rest }
      return false
    }
    hooks.onSettled?(name, outcome)
    return true
  }

  private nonisolated func read(
    _ batch: [LaunchMailbox.Message], _ state: inout State,
    _ actions: inout [LaunchMachine.Action], _ retries: inout [LaunchWarning]
  ) -> Int {
    var ended = 0
    for message in batch {
      switch message {
      case .input(let input):
        switch input {
        case .cancelled, .closed: state.staysOpen = false
        default: break
        }
        state.machine.take(input, into: &actions)
      case .awaited(let part): take(part, &state, &actions)
      case .ended(let task, let attempt, _, _)
      where attempt <= state.machine.earlierAttempts[task]:
        ended += 1
        state.machine.take(.returned(task: task), into: &actions)
      case .ended(let task, _, let outcome, let time):
        ended += 1
        // The late end of a task that timed out doesn't change when it settled.
        if state.ended[task] == nil { state.ended[task] = time }
        let attempt = state.machine.attempts[task]
        state.machine.take(.finished(task: task, outcome), into: &actions)
        if case .failed(let failure) = outcome, state.machine.attempts[task] > attempt {
          retries.append(retry(of: task, after: Int(attempt), failure, state))
        }
      case .acknowledged(let task):
        ended += 1
        state.machine.take(.acknowledged(task: task), into: &actions)
      case .rested(let task, let attempt):
        ended += 1
        state.machine.take(.rested(task: task, attempt: attempt), into: &actions)
      case .hookReturned:
        ended += 1
      case .stranded(let reason):
        state.failure = state.failure ?? .noThreads(reason: reason)
        state.isStranded = true
        state.staysOpen = false
        state.machine.take(.cancelled, into: &actions)
      case .quietAsked(let gate):
        state.askedGates.append(gate)
      case .decided:
        break
      }
    }
    return ended
  }

  private nonisolated func retry(
    of task: Int, after attempt: Int, _ failure: String, _ state: State
  ) -> LaunchWarning {
    let (task, earlier) = (plan.tasks[task], state.machine.earlierAttempts[task])
    let (policy, attempt) = (task.retry, attempt - Int(earlier))
    return .retried(
      task: task.name, failure: failure, attempt: attempt,
      attempts: policy.count + 1, wait: policy.wait(before: attempt))
  }

  /// Records the times of the actions, and gives away places once all messages are handled.
  ///
  /// - Returns: The settled tasks, for the hooks. No place is given away before the hooks return.
  private nonisolated func decide(
    _ actions: inout [LaunchMachine.Action], from next: inout Int, _ now: Duration,
    _ state: inout State
  ) -> [(task: Int, outcome: LaunchOutcome)] {
    let isTold = hooks.onSettled != nil || hooks.onJoin != nil
    var settled: [(task: Int, outcome: LaunchOutcome)] = []
    repeat {
      while next < actions.count {
        note(actions[next], now, &state)
        if case .settled(let task, let outcome) = actions[next] {
          if isTold {
            settled.append((task, outcome))
          } else {
            state.machine.take(.acknowledged(task: task), into: &actions)
          }
        }
        next += 1
      }
      guard settled.isEmpty else { return settled }
      state.machine.dispatch(into: &actions)
    } while next < actions.count
    let late = state.machine.lanes.late.count
    if late != state.late {
      state.late = late
      workers.replace(late)
    }
    return []
  }

  private nonisolated func note(
    _ action: LaunchMachine.Action, _ now: Duration, _ state: inout State
  ) {
    switch action {
    case .queued(let task): state.queued[task] = state.queued[task] ?? now
    case .run(let task, let attempt):
      if attempt > 1 { state.ended[task] = nil }
      if state.queued[task] == nil { state.queued[task] = now }
    case .settled(let task, _):
      if state.ended[task] == nil { state.ended[task] = now }
    case .ready: state.readyAt = now
    case .stop(let task, let outcome):
      state.failure = .stopped(task: plan.tasks[task].name, outcome: outcome)
      state.staysOpen = false
      state.isCutShort = state.finishedAt == nil
    case .cancel: state.isCutShort = state.finishedAt == nil
    case .finished: state.finishedAt = state.finishedAt ?? now
    case .rest(let task, _, _): state.ended[task] = nil
    case .hurry, .replaced, .quiet: break
    }
  }
}
