// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Synchronization

extension LaunchRun {
  /// What has happened so far.
  ///
  /// - Returns: A report of this moment; tasks that have not settled have no outcome.
  /// - Complexity: O(V log V + E).
  public func report() -> LaunchReport {
    // Only what has to be is done under the lock: the launch may wait for it.
    let (tasks, facts) = state.withLock { state in
      // Read inside: whatever has settled had begun by then.
      let began = mailbox.began
      let machine = state.machine
      let tasks = plan.tasks.indices.map { task in
        LaunchReport.Task(
          plan.tasks[task], outcome: machine.outcomes[task], releasedBy: release(of: task, machine),
          attempts: Int(machine.attempts[task]), lastFailure: machine.failures[task],
          lateEnd: machine.lateEnds[task],
          queued: state.queued[task], started: began[task],
          finished: machine.outcomes[task] == nil ? nil : state.ended[task],
          thread: began[task] == nil ? nil : thread(of: task), reached: machine.reached)
      }
      var stoppedBy: String?
      if case .stopped(let task, _) = state.failure { stoppedBy = task }
      return (
        tasks,
        (
          ready: state.readyAt, finished: state.finishedAt, stoppedBy: stoppedBy,
          isCancelled: machine.isCancelled
        )
      )
    }
    var report = LaunchReport(
      tasks: tasks, stoppedBy: facts.stoppedBy, isCancelled: facts.isCancelled,
      timeToReady: facts.ready, total: facts.finished ?? timer.now(),
      readyLowerBound: facts.ready.map { lowerBound(of: tasks, ready: $0) })
    report.shuffleSeed = plan.shuffle?.seed
    return report
  }

  /// The shortest time to ready with what each task took; waits between tries count as work, so
  /// that it is never more than what was reached.
  private func lowerBound(of tasks: [LaunchReport.Task], ready: Duration) -> Duration {
    let limit = PlanModel.limit(tasks.count)
    let times = tasks.indices.map { tasks[$0].duration?.nanoseconds(limit: limit) ?? 0 }
    let model = PlanModel(plan.tasks, workers: workers.count, durations: times) { _ in true }
    return min(ready, .nanoseconds(model.lowerBound(of: model.isBlocking)))
  }

  /// What runs a task: the main actor, one of the launch's own threads, or the pool of all tasks.
  private func thread(of task: Int) -> String? {
    switch bodies[task] {
    case .main: "main"
    case .worker: "worker"
    case .background, .callback:
      switch (plan.tasks[task].lane, plan.tasks[task].isAsynchronous) {
      case (.main, false): "main"
      case (.main, true): "main actor"
      case (.background, _): "pool"
      }
    case nil: nil
    }
  }

  private func release(of task: Int, _ machine: LaunchMachine) -> LaunchReport.Release? {
    guard machine.waitsFor[task] == 0 else { return nil }
    return switch machine.causes[task] {
    case .start: .start
    case .task(let first): .dependency(plan.tasks[Int(first)].name)
    case .ready: .ready
    case .gap: .gap
    case .idle: .idle
    case .demand: .demand
    case .milestone(let index): .milestone(plan.milestones[Int(index)].name)
    }
  }
}
