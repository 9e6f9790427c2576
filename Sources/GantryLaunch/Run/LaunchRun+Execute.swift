// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension LaunchRun {
  /// Runs the launch until everything has settled and every task has returned.
  ///
  /// The launch goes on as long as a task waits for a milestone or a demand. ``finish()`` and
  /// ``cancel()`` end it, and so does cancelling the calling task. A second call returns at once.
  @concurrent
  package func execute() async {
    let isFirst = state.withLock { state in
      defer { state.isExecuting = true }
      return !state.isExecuting
    }
    guard isFirst else { return }
    await withTaskCancellationHandler {
      if ownsWatch { watch?.start() }
      await withDiscardingTaskGroup { group in await loop(in: &group) }
      if ownsWatch { watch?.stop() }
      workers.close()
    } onCancel: {
      cancel()
    }
  }

  private func loop(in group: inout DiscardingTaskGroup) async {
    var batch: [LaunchMailbox.Message] = []
    var actions: [LaunchMachine.Action] = []
    var tries: [Try] = []
    var running = 0
    var isOver = false
    while !isOver || running > 0 {
      running -= await mailbox.take(into: &batch)
      let now = timer.now()
      running -= takeIn(batch, now, &actions)
      if case .decided(let earlier) = batch[0] { actions.insert(contentsOf: earlier, at: 0) }
      state.withLock { state in
        for case .run(let task, let attempt) in actions {
          tries.append(attemptOf(task, attempt, &state))
        }
      }
      for action in actions where perform(action, in: &group) { running += 1 }
      tries.sort { first, second in
        plan.tasks[first.task].rank < plan.tasks[second.task].rank
      }
      for next in tries { run(next, in: &group) }
      running += tries.count
      tries.removeAll(keepingCapacity: true)
      actions.removeAll(keepingCapacity: true)
      openQuietGates()
      let isStranded = state.withLock { state in
        isOver = state.machine.isFinished && !state.staysOpen
        return state.isStranded
      }
      if isStranded { workers.runStranded() }
    }
    openQuietGates(isOver: true)
  }

  /// Returns an attempt that the machine has decided on.
  private func attemptOf(_ task: Int, _ attempt: Int, _ state: inout State) -> Try {
    var gate: LaunchGate?
    if plan.tasks[task].stage == .idle, state.machine.hasIdleTurn(task) {
      gate = LaunchGate()
      state.idleGates[task] = gate
    }
    return Try(
      task: task, attempt: attempt, idleGate: gate, table: table, isNoted: state.isNoted(task))
  }

  private func name(of task: Int) -> String { plan.tasks[task].name }

  /// Resumes the tasks that wait until the launch is idle, or until the loop has ended.
  private func openQuietGates(isOver: Bool = false) {
    endParts(isOver: isOver)
    let open = state.withLock { state -> [LaunchGate] in
      if isOver { state.isOver = true }
      let gates = isOver ? state.quietGates : state.askedGates
      guard !gates.isEmpty, isOver || state.machine.isAtRest else { return [] }
      state.askedGates = []
      state.quietGates.removeAll { gate in gates.contains { $0 === gate } }
      return gates
    }
    for gate in open { gate.resolve() }
  }

  /// Ends the waits for parts that are at rest, or all of them if the loop has ended.
  private func endParts(isOver: Bool) {
    let ended = state.withLock { state -> [LaunchPart] in
      if isOver { state.isOver = true }
      guard !state.parts.isEmpty else { return [] }
      let ended =
        isOver
        ? state.parts
        : state.openParts.filter { state.machine.isAtRest($0.tasks, $0.rest) }
      guard !ended.isEmpty else { return [] }
      state.parts.removeAll { part in ended.contains { $0 === part } }
      state.openParts.removeAll { part in ended.contains { $0 === part } }
      return ended
    }
    for part in ended { part.end.resolve(()) }
  }

  /// Carries out an action that isn't an attempt, and returns whether that uses a child task.
  private func perform(
    _ action: LaunchMachine.Action, in group: inout DiscardingTaskGroup
  ) -> Bool {
    switch action {
    case .settled(let task, let outcome):
      guard let rest = state.withLock({ $0.joining.removeValue(forKey: task) }) else {
        return false
      }
      group.addTask { [self] in
        await rest()
        hooks.onSettled?(name(of: task), outcome)
        mailbox.post(.acknowledged(task: task))
      }
      return true
    case .ready:
      return tell(hooks.onReady, thenOpen: readyGate, in: &group)
    case .stop(let task, let outcome):
      group.cancelAll()
      let error = LaunchError.stopped(task: name(of: task), outcome: outcome)
      let hook = hooks.onStop.map { hook in { @Sendable () async -> Void in await hook(error) } }
      return tell(hook, thenOpen: readyGate, in: &group)
    case .cancel:
      group.cancelAll()
      readyGate.resolve()
    case .rest(let task, let attempt, let wait):
      group.addTask { [self] in
        // If the clock throws, the task is cancelled, and settles as such.
        try? await timer.sleep(wait)
        mailbox.post(.rested(task: task, attempt: attempt))
      }
      return true
    case .hurry(let task):
      state.withLock { $0.idleGates[task] }?.resolve()
    case .replaced(let task):
      hooks.onWarning?(.threadReplaced(task: name(of: task)))
    case .finished: finishedGate.resolve()
    case .run, .queued, .quiet: break
    }
    return false
  }

  private func tell(
    _ hook: (@Sendable () async -> Void)?, thenOpen gate: LaunchGate,
    in group: inout DiscardingTaskGroup
  ) -> Bool {
    guard let hook else {
      gate.resolve()
      return false
    }
    group.addTask { [self] in
      await hook()
      gate.resolve()
      mailbox.post(.hookReturned)
    }
    return true
  }
}
