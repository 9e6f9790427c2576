// SPDX-License-Identifier: Apache-2.0

internal import GantryText

extension Driver {
  /// Returns a report of the launch so far.
  ///
  /// - Returns: A snapshot, in which tasks that have not settled have no outcome.
  /// - Complexity: O(V log V + E).
  package func report() -> LaunchReport {
    // Only the copies are made under the lock, since the launch may be waiting for it.
    let (machine, kinds) = state.withLock { ($0.machine, $0.bodies.map(Self.kind)) }
    let tasks = machine.nodes.indices.map { node in
      record(
        of: node, as: plan.tasks[node], machine.firstRecords[node] ?? machine.nodes[node],
        machine, kinds)
    }
    var stoppedBy: String?
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

  /// Returns a report on the nodes of a return. Times count from when they were reset.
  package func report(of coming: Machine.Return) -> LaunchReport {
    let now = timer.now()
    let (machine, kinds) = state.withLock { ($0.machine, $0.bodies.map(Self.kind)) }
    let nodes = coming.nodes ?? []
    let positions = Dictionary(
      uniqueKeysWithValues: zip(nodes.lazy.map { [plan] in plan.tasks[$0].name }, 0...))
    let tasks = nodes.map { node in
      record(
        of: node, as: plan.tasks[node].moved(by: positions), machine.nodes[node], machine, kinds,
        from: coming.start)
    }
    let last = { (tasks: [LaunchReport.Task]) in
      tasks.contains { $0.outcome == nil } ? nil : tasks.compactMap(\.finished).max() ?? .zero
    }
    var report = LaunchReport(
      tasks: tasks, isCancelled: machine.course != .open,
      timeToReady: last(tasks.filter { $0.stage == .beforeReady }),
      total: last(tasks) ?? now - coming.start)
    report.shuffleSeed = plan.shuffle?.seed
    return report
  }

  private func record(
    of node: Int, as task: LaunchPlan.Task, _ record: Machine.Node, _ machine: Machine,
    _ kinds: [String?], from start: Duration = .zero
  ) -> LaunchReport.Task {
    LaunchReport.Task(
      task, outcome: record.outcome,
      releasedBy: record.left == 0 ? release(record.cause) : nil,
      attempts: Int(record.attempts), lastFailure: record.failure, lateEnd: record.lateEnd,
      queued: record.queued.map { $0 - start }, started: record.began.map { $0 - start },
      finished: record.outcome == nil ? nil : record.ended.map { $0 - start },
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
