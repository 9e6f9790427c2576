// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension LaunchRun {
  /// Takes in the end of a task in the place of the loop, where that sleeps; else tells the loop.
  ///
  /// - Returns: An attempt that the same child may run next; nil when the child is over.
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
    // At rest, the loop has to look whether it is over, and whether a task waits for that.
    let mustWake = !actions.isEmpty || isAtRest
    mailbox.giveBack(mustWake ? .decided(actions) : nil, over: next == nil ? 1 : 0)
    return next
  }

  /// Takes the first of the tasks that this child may run.
  private nonisolated func takeFollowing(
    of task: Int, from actions: inout [LaunchMachine.Action], _ state: State
  ) -> Try? {
    var chosen: Try?
    for case .run(let next, let attempt) in actions
    where isFollower(next, of: task, state.table) {
      guard next < chosen?.task ?? .max else { continue }
      chosen = Try(
        task: next, attempt: attempt, idleGate: nil, table: state.table,
        isNoted: state.isNoted(next))
    }
    guard let chosen else { return nil }
    actions.removeAll { action in
      if case .run(chosen.task, _) = action { true } else { false }
    }
    return chosen
  }

  /// Drops the actions that need no work.
  private nonisolated func dropTold(_ actions: inout [LaunchMachine.Action], _ state: State) {
    actions.removeAll { action in
      switch action {
      case .queued: true
      case .settled(let task, _): state.joining[task] == nil
      default: false
      }
    }
  }

  /// Whether a task may run in the child of a task that it waited for: it belongs on the same
  /// threads, has no delay of its own, and waits for no idle time.
  private nonisolated func isFollower(
    _ next: Int, of task: Int, _ table: LaunchTable
  ) -> Bool {
    guard table.delays.isEmpty, table.plan.tasks[next].stage != .idle else { return false }
    return switch (table.bodies[task], table.bodies[next]) {
    case (.worker, .worker), (.background, .background), (.callback, .background): true
    default: false
    }
  }
}
