// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

/// Tasks of a launch that were taken back, and that run together.
package final class LaunchPart: Sendable {
  /// The positions of the tasks, in launch order.
  let tasks: [Int]
  /// The positions of tasks that no longer run, whatever their outcome.
  let missing: Set<Int>
  /// The state of rest to wait for.
  let rest: LaunchMachine.Rest
  /// The time at which the launch took them back.
  let start: Duration
  /// Resolved when the tasks are at rest, or when the launch is over.
  let end = Promise<Void>()

  init(_ tasks: [Int], missing: Set<Int>, _ rest: LaunchMachine.Rest, start: Duration) {
    self.tasks = tasks.sorted()
    self.missing = missing
    self.rest = rest
    self.start = start
  }

  /// Waits until none of these tasks runs, and all that are left need a milestone or a demand. If
  /// the caller is a task of the launch, this doesn't wait for tasks that depend on others.
  package func waitUntilIdle() async { await end.value() }
}

extension LaunchRun {
  /// Runs settled tasks again, as a new attempt of each.
  ///
  /// - Parameters:
  ///   - tasks: The positions of the tasks. Those that have not settled keep running.
  ///   - missing: The positions of tasks that no longer run. Tasks that require them are blocked.
  ///   - isInside: Whether the caller that waits for them is a task of this launch.
  /// - Returns: A part to wait for.
  package func takeBack(_ tasks: [Int], missing: Set<Int>, isInside: Bool) -> LaunchPart {
    post(
      LaunchPart(
        tasks, missing: missing, isInside ? .paused : .idle, start: timer.now()))
  }

  /// Waits until none of the given tasks runs.
  ///
  /// - Parameter tasks: The positions of the tasks.
  package func waitForEnd(of tasks: [Int]) async {
    await post(LaunchPart(tasks, missing: [], .ended, start: timer.now())).end.value()
  }

  private func post(_ part: LaunchPart) -> LaunchPart {
    let isOver = state.withLock { state in
      if !state.isOver { state.parts.append(part) }
      return state.isOver
    }
    if isOver { part.end.resolve(()) } else { mailbox.post(.awaited(part)) }
    return part
  }

  /// Takes back a part's tasks, unless the caller only waits for them, and keeps the record of each
  /// first attempt.
  nonisolated func take(
    _ part: LaunchPart, _ state: inout State, _ actions: inout [LaunchMachine.Action]
  ) {
    state.openParts.append(part)
    guard part.rest != .ended else { return }
    let began = mailbox.began
    let back = part.tasks.filter(state.machine.canBeTakenBack)
    for task in back {
      if state.machine.phases[task] == .settled, state.firstRecords[task] == nil {
        state.firstRecords[task] = record(of: task, state, began)
      }
      state.queued[task] = nil
      state.ended[task] = nil
    }
    mailbox.forget(back)
    state.machine.take(.takenBack(part.tasks, missing: part.missing), into: &actions)
  }
}
