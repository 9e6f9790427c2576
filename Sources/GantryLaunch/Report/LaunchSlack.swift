// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Works out how much later each task could have ended: the critical path method, backwards over
/// what happened.
///
/// What had to come after a task is what waited for it, and the next task on its thread.
/// J. E. Kelley and M. R. Walker, Critical-Path Planning and Scheduling, 1959.
struct LaunchSlack {
  private var latestForReady: [Double]
  private var latestForEnd: [Double]

  init(_ tasks: [LaunchReport.Task], ready: Double?) {
    let end = tasks.lazy.compactMap(\.finishedMilliseconds).max() ?? 0
    latestForEnd = Array(repeating: end, count: tasks.count)
    latestForReady = tasks.map { task in
      guard let ready, task.stage == .blocking else { return .infinity }
      return max(ready, task.finishedMilliseconds ?? 0)
    }
    let next = Self.nextOnThread(tasks)
    for position in Self.byEnd(tasks).reversed() {
      if let later = next[position] { bound(position, by: later, tasks) }
      hand(position, tasks)
    }
  }

  /// The tasks with their slack.
  func fill(_ tasks: [LaunchReport.Task]) -> [LaunchReport.Task] {
    var tasks = tasks
    for position in tasks.indices {
      guard tasks[position].startedMilliseconds != nil || tasks[position].isJoin,
        tasks[position].releasedBy != nil, let end = tasks[position].finishedMilliseconds
      else { continue }
      let forReady = latestForReady[position]
      let latest = forReady.isFinite ? forReady : latestForEnd[position]
      tasks[position].slackMilliseconds = max(0, latest - end)
    }
    return tasks
  }

  /// Tells what a task waited for how late it may have ended for that.
  private mutating func hand(_ position: Int, _ tasks: [LaunchReport.Task]) {
    guard tasks[position].releasedBy != nil else {
      // Nothing but its blocker made the end of a blocked task what it was.
      if let blocker = LaunchReport.releaser(of: position, in: tasks) {
        bound(blocker, by: position, tasks)
      }
      return
    }
    for dependency in tasks[position].dependencies
    where (0..<position).contains(dependency.position) {
      bound(dependency.position, by: position, tasks)
    }
  }

  private mutating func bound(_ first: Int, by later: Int, _ tasks: [LaunchReport.Task]) {
    let run = tasks[later].runMilliseconds
    latestForReady[first] = min(latestForReady[first], latestForReady[later] - run)
    latestForEnd[first] = min(latestForEnd[first], latestForEnd[later] - run)
  }

  /// The positions by time of end; what waited for another comes after it at the same time.
  private static func byEnd(_ tasks: [LaunchReport.Task]) -> [Int] {
    let ends = tasks.map { $0.finishedMilliseconds ?? .infinity }
    return tasks.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }
  }

  /// For each task, what ran on its thread right after it had ended; a pool has no order.
  private static func nextOnThread(_ tasks: [LaunchReport.Task]) -> [Int?] {
    var next: [Int?] = Array(repeating: nil, count: tasks.count)
    var last: [String: Int] = [:]
    let starts = tasks.map { $0.startedMilliseconds ?? .infinity }
    for position in tasks.indices.sorted(by: { (starts[$0], $0) < (starts[$1], $1) })
    where starts[position].isFinite && tasks[position].hasOwnThread {
      let thread = tasks[position].track
      if let before = last[thread],
        let end = tasks[before].finishedMilliseconds, end <= starts[position]
      {
        next[before] = position
      }
      last[thread] = position
    }
    return next
  }
}

extension LaunchReport.Task {
  /// How long it ran; nothing for joins and what has not ended.
  var runMilliseconds: Double {
    guard let started = startedMilliseconds, let finished = finishedMilliseconds else { return 0 }
    return max(0, finished - started)
  }
}
