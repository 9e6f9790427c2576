// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Driver {
  /// Returns a report of the launch so far.
  ///
  /// - Returns: A snapshot, in which tasks that have not settled have no outcome.
  /// - Complexity: O(V log V + E).
  package func report() -> LaunchReport {
    // Only the copies are made under the lock, since the launch may be waiting for it.
    let (machine, kinds) = state.withLock { ($0.machine, $0.bodies.map(Self.kind)) }
    let tasks = machine.nodes.indices.map { node in
      record(of: node, machine, kinds)
    }
    var stoppedBy: ModuleName?
    if case .essential(let node)? = machine.ending { stoppedBy = wiring.name(of: node) }
    var report = LaunchReport(
      tasks: tasks, stoppedBy: stoppedBy, isCancelled: machine.isCutShort,
      timeToReady: machine.readyAt, total: machine.finishedAt ?? timer.now(),
      readyLowerBound: machine.readyAt.map { ready in
        min(ready, LaunchReport.readyLowerBound(of: tasks, workers: workers.count))
      })
    report.shuffleSeed = plan.shuffle?.seed
    return report
  }

  private func record(
    of node: Int, _ machine: Machine, _ kinds: [String?]
  ) -> LaunchReport.Task {
    let (task, record) = (plan.tasks[node], machine.nodes[node])
    return LaunchReport.Task(
      task, outcome: record.outcome,
      releasedBy: record.left == 0 ? release(record.cause) : nil,
      attempts: Int(record.attempt), lastFailure: record.failure, lateEnd: record.lateEnd,
      queued: record.queued, started: record.began,
      finished: record.outcome == nil ? nil : record.ended,
      thread: record.began == nil ? nil : kinds[node] ?? thread(of: task),
      reached: machine.reached)
  }

  private static func kind(of body: LaunchBody?) -> String? {
    switch body {
    case .main: "main"
    case .worker: "worker"
    case .background, .callback, nil: nil
    }
  }

  /// Returns the thread of a task that isn't one of the launch's own: the main actor, or the shared
  /// pool.
  private func thread(of task: LaunchPlan.Task) -> String {
    switch (task.lane, task.isAsynchronous) {
    case (.main, false): "main"
    case (.main, true): "main actor"
    case (.background, _): "pool"
    }
  }

  private func release(_ cause: Machine.Cause) -> LaunchReport.Release {
    switch cause {
    case .start: .start
    case .task(let first): .dependency(wiring.name(of: first))
    case .ready: .ready
    case .idle: .idle
    case .demand: .demand
    case .milestone(let index): .milestone(plan.milestones[index].name)
    }
  }
}
