// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

/// Tasks of a launch that were taken back or added, and run together.
package final class LaunchPart: Sendable {
  /// The positions of the tasks, in launch order.
  let tasks: [Int]
  /// The positions of tasks that don't run any more, with any outcome.
  let missing: Set<Int>
  /// How long they are waited for.
  let rest: LaunchMachine.Rest
  /// When the launch took them back.
  let start: Duration
  /// Resolved when they are at rest, or the launch is over.
  let end = Promise<Void>()

  init(_ tasks: [Int], missing: Set<Int>, _ rest: LaunchMachine.Rest, start: Duration) {
    self.tasks = tasks.sorted()
    self.missing = missing
    self.rest = rest
    self.start = start
  }

  /// Waits until nothing of these tasks runs, and nothing is left that needs no milestone and no
  /// demand; called by a task of the launch, it doesn't wait for tasks that depend on others.
  package func waitUntilIdle() async { await end.value() }
}

extension LaunchRun {
  /// Lets tasks that have settled run anew, as a new attempt of each.
  ///
  /// - Parameters:
  ///   - tasks: The positions of the tasks; those that have not settled go on.
  ///   - missing: The positions of tasks that don't run any more: tasks that require them are blocked.
  ///   - isInside: Whether a task of this launch waits for them.
  /// - Returns: The tasks, to wait for.
  package func takeBack(_ tasks: [Int], missing: Set<Int>, isInside: Bool) -> LaunchPart {
    post(
      LaunchPart(
        tasks, missing: missing, isInside ? .paused : .idle, start: timer.now()))
  }

  /// Waits until none of some tasks runs.
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

  /// Adds tasks behind those that are there. They wait until they are taken back for the first time.
  ///
  /// - Parameters:
  ///   - plan: The plan of all: ``LaunchPlan/adding(_:)`` to the one that is carried out.
  ///   - bodies: The body of each added task, by name.
  package func extend(to plan: LaunchPlan, bodies: [String: LaunchBody]) {
    state.withLock { state in
      let count = plan.tasks.count - state.table.plan.tasks.count
      state.table = LaunchTable(plan, bodies, after: state.table)
      state.machine.extend(to: plan)
      state.queued += Array(repeating: nil, count: count)
      state.ended += Array(repeating: nil, count: count)
      mailbox.add(count)
    }
  }

  /// Takes tasks back that are not only waited for, and keeps the record of the first attempt of each.
  nonisolated func take(
    _ part: LaunchPart, _ state: inout State, _ actions: inout [LaunchMachine.Action]
  ) {
    state.openParts.append(part)
    guard part.rest != .ended else { return }
    let began = mailbox.began
    let back = part.tasks.filter(state.machine.canBeTakenBack)
    for task in back {
      if task < state.firstCount, state.machine.phases[task] == .settled,
        state.firstRecords[task] == nil
      {
        state.firstRecords[task] = record(of: task, state, began)
      }
      state.queued[task] = nil
      state.ended[task] = nil
    }
    mailbox.forget(back)
    state.machine.take(.takenBack(part.tasks, missing: part.missing), into: &actions)
  }
}
