// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Synchronization

extension LaunchRun {
  /// What has happened so far.
  ///
  /// - Returns: A report of this moment; tasks that have not settled have no outcome.
  public func report() -> LaunchReport {
    let now = timer.now()
    let began = mailbox.began
    return state.withLock { state in
      let machine = state.machine
      var stoppedBy: String?
      if case .stopped(let task, _) = state.failure { stoppedBy = task }
      let tasks = plan.tasks.indices.map { task in
        LaunchReport.Task(
          plan.tasks[task], outcome: machine.outcomes[task], releasedBy: release(of: task, machine),
          attempts: Int(machine.attempts[task]), lateEnd: machine.lateEnds[task],
          queued: state.queued[task], started: began[task],
          finished: machine.outcomes[task] == nil ? nil : state.ended[task])
      }
      var report = LaunchReport(
        tasks: tasks, stoppedBy: stoppedBy, isCancelled: machine.isCancelled,
        timeToReady: state.readyAt, total: state.finishedAt ?? now)
      report.shuffleSeed = plan.shuffle?.seed
      return report
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
