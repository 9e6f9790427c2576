// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Synchronization

extension LaunchRun {
  /// Runs the launch until everything has settled and every task has returned.
  ///
  /// As long as a task waits for a milestone or a demand that may come, the launch goes on;
  /// ``finish()`` and ``cancel()`` end it, and so does the cancellation of the calling task.
  /// A second call returns at once.
  @concurrent
  public func execute() async {
    let isFirst = state.withLock { state in
      defer { state.isExecuting = true }
      return !state.isExecuting
    }
    guard isFirst else { return }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { watching in
        if let watch { watching.addTask { [self] in await watch.run(timer, report) } }
        await withDiscardingTaskGroup { group in await loop(in: &group) }
        watching.cancelAll()
      }
      workers.close()
    } onCancel: {
      cancel()
    }
  }

  private func report(_ sighting: MainLaneWatch.Sighting) {
    let issue: LaunchIssue =
      switch sighting {
      case .lane(let task, let isRunning, let duration):
        .mainLaneBlocked(task: plan.tasks[task].name, isRunning: isRunning, duration: duration)
      case .actor(let tasks, let duration):
        .mainActorBusy(tasks: tasks.map { plan.tasks[$0].name }, duration: duration)
      }
    hooks.onIssue?(issue)
  }

  private func loop(in group: inout DiscardingTaskGroup) async {
    var batch: [LaunchMailbox.Message] = []
    var actions: [LaunchMachine.Action] = []
    var tries: [Try] = []
    var running = 0
    var isFinished = false
    while !isFinished || running > 0 {
      running -= await mailbox.take(into: &batch)
      let now = timer.now()
      running -= takeIn(batch, now, &actions)
      if case .decided(let earlier) = batch[0] { actions.insert(contentsOf: earlier, at: 0) }
      for action in actions {
        if case .finished = action { isFinished = true }
        if case .run(let task, let attempt) = action {
          tries.append(Try(task: task, attempt: attempt, idleGate: idleGate(of: task)))
        } else if perform(action, in: &group) {
          running += 1
        }
      }
      // What became free at once starts in launch order, whatever let each go.
      if plan.shuffle == nil {
        tries.sort { $0.task < $1.task }
      } else {
        tries.sort { plan.tasks[$0.task].rank < plan.tasks[$1.task].rank }
      }
      for next in tries { run(next, in: &group) }
      running += tries.count
      tries.removeAll(keepingCapacity: true)
      actions.removeAll(keepingCapacity: true)
      openQuietGates()
      if state.withLock(\.isStranded) { workers.runStranded() }
    }
    openQuietGates(isOver: true)
  }

  /// What opens when a task that has its turn because nothing else is left is needed at once; nil
  /// for all others.
  private func idleGate(of task: Int) -> LaunchGate? {
    guard plan.tasks[task].stage == .idle else { return nil }
    return state.withLock { state in
      guard state.machine.hasIdleTurn(task) else { return nil }
      let gate = LaunchGate()
      state.idleGates[task] = gate
      return gate
    }
  }

  /// Answers those who wait for quiet: when nothing runs, or when the loop has ended.
  private func openQuietGates(isOver: Bool = false) {
    let open = state.withLock { state -> [LaunchGate] in
      if isOver { state.isOver = true }
      let gates = isOver ? state.quietGates : state.askedGates
      guard !gates.isEmpty, isOver || state.machine.isAtRest else { return [] }
      state.askedGates = []
      state.quietGates.removeAll { gate in gates.contains { $0 === gate } }
      return gates
    }
    for gate in open { gate.open() }
  }

  /// Does what the machine says, but for tries; returns whether that takes a child task.
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
        hooks.onSettled?(plan.tasks[task].name, outcome)
        mailbox.post(.acknowledged(task: task))
      }
      return true
    case .ready:
      return tell(hooks.onReady, thenOpen: readyGate, in: &group)
    case .stop(let task, let outcome):
      group.cancelAll()
      let error = LaunchError.stopped(task: plan.tasks[task].name, outcome: outcome)
      let hook = hooks.onStop.map { hook in { @Sendable () async -> Void in await hook(error) } }
      return tell(hook, thenOpen: readyGate, in: &group)
    case .cancel:
      group.cancelAll()
      readyGate.open()
    case .rest(let task, let attempt, let wait):
      group.addTask { [self] in
        // Where the clock throws, the task is cancelled, and settled so.
        try? await timer.sleep(wait)
        mailbox.post(.rested(task: task, attempt: attempt))
      }
      return true
    case .hurry(let task):
      state.withLock { $0.idleGates[task] }?.open()
    case .replaced(let task):
      hooks.onIssue?(.threadReplaced(task: plan.tasks[task].name))
    case .finished: finishedGate.open()
    case .run, .queued, .quiet: break
    }
    return false
  }

  private func tell(
    _ hook: (@Sendable () async -> Void)?, thenOpen gate: LaunchGate,
    in group: inout DiscardingTaskGroup
  ) -> Bool {
    guard let hook else {
      gate.open()
      return false
    }
    group.addTask { [self] in
      await hook()
      gate.open()
      mailbox.post(.hookReturned)
    }
    return true
  }
}
