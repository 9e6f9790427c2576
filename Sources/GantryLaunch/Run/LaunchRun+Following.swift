// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension LaunchRun {
  /// Takes in the end of a task in the place of the loop, where that sleeps; else tells the loop.
  ///
  /// - Returns: A task that was let go and that the same child may run; nil when the child is over.
  nonisolated func follow(_ task: Int, _ outcome: LaunchOutcome) -> Try? {
    marks?.end(task)
    let now = timer.now()
    guard mailbox.borrow() else {
      mailbox.post(.ended(task: task, outcome, at: now))
      return nil
    }
    var actions: [LaunchMachine.Action] = []
    _ = takeIn([.ended(task: task, outcome, at: now)], now, &actions)
    let isAtRest = state.withLock { state in
      dropTold(&actions, state)
      return state.machine.isAtRest || state.machine.isFinished
    }
    let next = takeFollowing(of: task, from: &actions)
    // At rest, the loop has to look whether it is over, and who waits for quiet.
    let mustWake = !actions.isEmpty || isAtRest
    mailbox.giveBack(mustWake ? .decided(actions) : nil, over: next == nil ? 1 : 0)
    return next
  }

  /// Takes the first of the tasks that this child may run.
  private nonisolated func takeFollowing(
    of task: Int, from actions: inout [LaunchMachine.Action]
  ) -> Try? {
    var chosen: Try?
    for case .run(let next, let attempt) in actions where isFollower(next, of: task) {
      guard next < chosen?.task ?? .max else { continue }
      chosen = Try(task: next, attempt: attempt, idleGate: nil)
    }
    guard let chosen else { return nil }
    actions.removeAll { action in
      if case .run(chosen.task, _) = action { true } else { false }
    }
    return chosen
  }

  /// Drops what nothing has to be done for.
  private nonisolated func dropTold(_ actions: inout [LaunchMachine.Action], _ state: State) {
    actions.removeAll { action in
      switch action {
      case .queued: true
      case .settled(let task, _): state.joining[task] == nil
      default: false
      }
    }
  }

  /// Whether a task may run in the child of another one that let it go: it belongs on the same
  /// threads, has no delay of its own, and waits for no idle time.
  private nonisolated func isFollower(_ next: Int, of task: Int) -> Bool {
    guard delays.isEmpty, plan.tasks[next].stage != .idle else { return false }
    return switch (bodies[task], bodies[next]) {
    case (.worker, .worker), (.background, .background), (.callback, .background): true
    default: false
    }
  }
}
