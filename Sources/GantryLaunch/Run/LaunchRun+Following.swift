// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension LaunchRun {
  /// Takes in the end of a task in the place of the loop, where that sleeps; else tells the loop.
  ///
  /// - Returns: A task that was let go and that the same child may run; nil when the child is over.
  nonisolated func follow(_ task: Int, _ outcome: LaunchOutcome) -> Try? {
    let now = timer.now()
    guard mailbox.borrow() else {
      mailbox.post(.ended(task: task, outcome, at: now))
      return nil
    }
    var actions: [LaunchMachine.Action] = []
    let isAtRest = state.withLock { state in
      _ = takeIn([.ended(task: task, outcome, at: now)], now, &state, &actions)
      return state.machine.isAtRest || state.machine.isFinished
    }
    let next = takeFollowing(from: &actions)
    // At rest, the loop has to look whether it is over, and who waits for quiet.
    let mustWake = !actions.isEmpty || isAtRest
    mailbox.giveBack(mustWake ? .decided(actions) : nil, over: next == nil ? 1 : 0)
    return next
  }

  /// Takes the first of the tasks that this child may run, and drops what nobody has to do.
  private nonisolated func takeFollowing(from actions: inout [LaunchMachine.Action]) -> Try? {
    var chosen: Try?
    for case .run(let task, let attempt) in actions where isFollower(task) {
      guard task < chosen?.task ?? .max else { continue }
      chosen = Try(task: task, attempt: attempt, idleGate: nil)
    }
    actions.removeAll { action in
      switch action {
      case .queued, .replaced: true
      case .settled: hooks.onSettled == nil
      case .run(let task, _): task == chosen?.task
      default: false
      }
    }
    return chosen
  }

  /// Whether a task may run in the child that let it go: it suspends, has no delay of its own, and
  /// waits for no idle time.
  private nonisolated func isFollower(_ task: Int) -> Bool {
    guard delays.isEmpty, plan.tasks[task].stage != .idle else { return false }
    guard case .background? = bodies[task] else { return false }
    return true
  }
}
