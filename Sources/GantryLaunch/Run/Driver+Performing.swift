// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport

extension Driver {
  /// The bodies that one batch starts, and the outcomes to log after it.
  private struct Work {
    var bodies: [LaunchBody?] = []
    var started: [(ticket: Ticket, task: Task<Void, Never>)] = []
    var outcomes: [(node: Int, outcome: LaunchOutcome)] = []
    var kept: Ticket?
  }

  /// Performs a batch without a follower. On the main thread, a long one goes to the pool, so that
  /// the interface gets its turn.
  func performSoon(_ batch: inout [Machine.Action]) {
    guard batch.count > 8, Thread.isMainThread else {
      _ = perform(&batch, keeping: nil)
      return
    }
    let actions = batch
    // This task has the role of the one that performs, and gives it up at its end.
    Task.detached { [self] in
      var batch = actions
      _ = perform(&batch, keeping: nil)
    }
  }

  /// Performs a batch, and what other calls add meanwhile.
  ///
  /// - Parameters:
  ///   - batch: The actions.
  ///   - ended: A body whose task may run a follower; nil if it may not.
  /// - Returns: The follower, which has begun.
  func perform(_ batch: inout [Machine.Action], keeping ended: Ticket?) -> Child? {
    var work = Work()
    var next: Child?
    state.withLock { look(batch, &work, $0) }
    while true {
      for action in batch { perform(action, ended, &work) }
      batch.removeAll(keepingCapacity: true)
      let now = timer.now()
      let isOver = state.withLock { state in
        // A body may have timed out by now, and is to be cancelled by one of the next actions.
        for (ticket, task) in work.started
        where state.machine.runs(ticket) || state.machine.lateBodies[ticket] != nil {
          state.tasks[ticket.node] = task
        }
        if state.outbox.isEmpty, let kept = work.kept {
          next = begin(kept, at: now, &state)
          if let ended { state.tasks[kept.node] = exchange(&state.tasks[ended.node], with: nil) }
          work.kept = nil
        }
        swap(&batch, &state.outbox)
        if batch.isEmpty { state.isPerforming = false } else { look(batch, &work, state) }
        return batch.isEmpty
      }
      work.started.removeAll(keepingCapacity: true)
      if isOver { break }
    }
    for (node, outcome) in work.outcomes { effects?.log(node, outcome) }
    return next
  }

  /// Finds the bodies of a batch.
  private func look(_ batch: [Machine.Action], _ work: inout Work, _ state: State) {
    work.bodies.removeAll(keepingCapacity: true)
    for case .run(let ticket) in batch { work.bodies.append(state.bodies[ticket.node]) }
    // In reverse, so that each is taken from the end.
    work.bodies.reverse()
  }

  private func perform(_ action: Machine.Action, _ ended: Ticket?, _ work: inout Work) {
    switch action {
    case .run(let ticket):
      let body = work.bodies.popLast() ?? nil
      if wiring.traits[ticket.node].isJoin { return join(ticket) }
      if work.kept == nil, let ended,
        state.withLock({ isFollower(ticket.node, of: ended.node, $0) })
      {
        work.kept = ticket
      } else if case .worker = body, startsAtOnce(ticket.node),
        workers.postpone(ticket, of: self)
      {
        break
      } else {
        work.started.append((ticket, start(ticket, body)))
      }
    case .retry(let ticket, let wait): retry(ticket, after: wait)
    case .cancel(let ticket): state.withLock { $0.tasks[ticket.node] }?.cancel()
    case .cancelAll:
      for (_, task) in work.started { task.cancel() }
      for task in state.withLock(\.tasks) { task?.cancel() }
    case .endIdleWait(let ticket): state.withLock { $0.idleGates[ticket] }?.resolve()
    case .replaced(let ticket):
      workers.addThread()
      effects?.warn(.threadReplaced(task: wiring.name(of: ticket.node).rawValue))
    case .resume(let id, let answer):
      state.withLock { $0.promises.removeValue(forKey: id) }?.resolve(answer)
    case .settled(let ticket, let outcome):
      effects?.perform(action)
      work.outcomes.append((ticket.node, outcome))
    case .launched, .discard, .detach, .shutDown, .ready, .stop, .changed:
      effects?.perform(action)
    }
  }

  /// Creates the task of a postponed body, on the thread that has time for it.
  func startPostponed(_ ticket: Ticket) {
    let body = state.withLock { state in
      state.unstoredTasks += 1
      return state.bodies[ticket.node]
    }
    let task = start(ticket, body)
    let isCancelled = state.withLock { state in
      state.unstoredTasks -= 1
      let isLate = state.machine.lateBodies[ticket] != nil
      if isLate || state.machine.runs(ticket) { state.tasks[ticket.node] = task }
      return isLate || !state.machine.isOpen
    }
    // A time limit or a stop may have come before the task was stored, and couldn't cancel it.
    if isCancelled { task.cancel() }
  }

  /// Does the work of a join; if that takes no time, the join settles at once.
  private func join(_ ticket: Ticket) {
    let now = timer.now()
    let isGo = state.withLock { state in
      state.machine.handle(.began(ticket), at: now, into: &state.outbox) == .accepted
    }
    guard isGo else { return }
    guard let rest = effects?.join(ticket.node) else {
      _ = state.withLock { state in
        state.machine.handle(.ended(ticket, .succeeded), at: now, into: &state.outbox)
      }
      return
    }
    // The driver knows the node until its end has come.
    Task.detached { [self] in
      await rest()
      take(.ended(ticket, .succeeded))
    }
  }

  private func retry(_ ticket: Ticket, after wait: Duration) {
    let task = plan.tasks[ticket.node]
    let failure = state.withLock { $0.machine.nodes[ticket.node].failure } ?? ""
    effects?.warn(
      .retried(
        task: task.name.rawValue, failure: failure, attempt: Int(ticket.attempt),
        attempts: task.retry.isUnlimited ? nil : task.retry.count + 1, wait: wait))
    guard wait > .zero else { return }
    Task.detached { [weak self, timer] in
      // If the clock throws, the task is cancelled, and nothing waits for it.
      try? await timer.sleep(wait)
      self?.take(.rested(ticket))
    }
  }
}
