// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Computes how much later each task could have ended, with the critical path method backwards over
/// the record of a launch.
///
/// The successors of a task are the tasks that depend on it, and the next task on its thread. See
/// J. E. Kelley and M. R. Walker, *Critical-Path Planning and Scheduling*, 1959.
struct LaunchSlack {
  private var latestForReady: [Double]
  private var latestForEnd: [Double]

  init(_ tasks: [LaunchReport.Task], ready: Double?, _ order: ThreadOrder) {
    let end = tasks.indices.lazy.compactMap { tasks[$0].finishedMilliseconds }.max() ?? 0
    latestForEnd = Array(repeating: end, count: tasks.count)
    latestForReady = tasks.indices.map { position in
      guard let ready, tasks[position].stage <= .beforeReady else { return .infinity }
      return max(ready, tasks[position].finishedMilliseconds ?? 0)
    }
    for position in Self.byEnd(tasks, order).reversed() {
      if let later = order.next[position] { bound(position, by: later, tasks) }
      hand(position, tasks)
    }
  }

  /// Sets the slack of each task that ran to its end.
  ///
  /// - Parameters:
  ///   - tasks: The tasks of the report.
  ///   - critical: The names on the critical path. What a thread took to begin the next one isn't
  ///     slack.
  func fill(_ tasks: inout [LaunchReport.Task], critical: Set<ModuleName>) {
    for position in tasks.indices {
      guard tasks[position].releasedBy != nil, let end = tasks[position].finishedMilliseconds,
        tasks[position].startedMilliseconds != nil || tasks[position].isJoin
      else { continue }
      let forReady = latestForReady[position]
      let latest = forReady.isFinite ? forReady : latestForEnd[position]
      let isCritical = critical.contains(tasks[position].name)
      tasks[position].slackMilliseconds =
        isCritical ? 0 : Duration(milliseconds: max(0, latest - end)).milliseconds
    }
  }

  /// Passes the latest possible end to the dependencies of a task.
  private mutating func hand(_ position: Int, _ tasks: [LaunchReport.Task]) {
    guard tasks[position].releasedBy != nil else {
      // The end of a blocked task depends only on its blocker.
      if let blocker = LaunchReport.releaser(of: position, in: tasks) {
        bound(blocker, by: position, tasks)
      }
      return
    }
    for index in tasks[position].dependencies.indices {
      let first = tasks[position].dependencies[index].position
      if first >= 0, first < position { bound(first, by: position, tasks) }
    }
  }

  private mutating func bound(_ first: Int, by later: Int, _ tasks: [LaunchReport.Task]) {
    let run = tasks[later].runMilliseconds
    latestForReady[first] = min(latestForReady[first], latestForReady[later] - run)
    latestForEnd[first] = min(latestForEnd[first], latestForEnd[later] - run)
  }

  /// Returns the positions so that each comes before its successors: in launch order if possible,
  /// otherwise by end time.
  private static func byEnd(_ tasks: [LaunchReport.Task], _ order: ThreadOrder) -> [Int] {
    guard !order.followsLaunchOrder else { return Array(tasks.indices) }
    let ends = tasks.indices.map { tasks[$0].finishedMilliseconds ?? .infinity }
    return tasks.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }
  }
}

extension LaunchReport.Task {
  /// How long it ran; zero for joins and tasks that have not ended.
  var runMilliseconds: Double {
    guard let started = startedMilliseconds, let finished = finishedMilliseconds else { return 0 }
    return max(0, finished - started)
  }
}
