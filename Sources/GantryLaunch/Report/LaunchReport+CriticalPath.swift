// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchReport {
  /// The critical path with its times; waits and runs add up to the end of its last task.
  ///
  /// - Complexity: O(n) for each step.
  public var criticalSteps: [Step] {
    var end = Duration.zero
    var before: String?
    return criticalPath.compactMap { name in
      guard let position = tasks.firstIndex(where: { $0.name == name }),
        let finished = tasks[position].finished
      else { return nil }
      // What a damaged file says may overlap: a step is never shorter than nothing.
      let started = max(end, tasks[position].started ?? finished)
      let holder = Self.holder(before: position, in: tasks)
      defer { (end, before) = (max(end, finished), name) }
      return Step(
        name: name, waited: started - end, ran: max(.zero, finished - started),
        isBehind: holder.map { tasks[$0].name == before } ?? false)
    }
  }

  /// Walks from the blocking task that ended last back along what each waited for.
  static func criticalPath(of tasks: [Task]) -> [String] {
    var last: Int?
    var lastEnd = 0.0
    for (position, task) in tasks.enumerated() where task.stage == .blocking {
      guard task.releasedBy != nil, let end = task.finishedMilliseconds else { continue }
      if last == nil || end >= lastEnd { (last, lastEnd) = (position, end) }
    }
    var path: [String] = []
    while let position = last, path.count < tasks.count {
      if tasks[position].startedMilliseconds != nil { path.append(tasks[position].name) }
      last = holder(before: position, in: tasks) ?? releaser(of: position, in: tasks)
    }
    return path.reversed()
  }

  /// The position of the task that had the thread of another one for most of the time that this
  /// one waited; nil when there was none, or no thread is known.
  private static func holder(before position: Int, in tasks: [Task]) -> Int? {
    let task = tasks[position]
    guard task.hasOwnThread, let queued = task.queuedMilliseconds,
      let started = task.startedMilliseconds, started > queued
    else { return nil }
    var last: (position: Int, end: Double)?
    for (other, candidate) in tasks.enumerated() where other != position {
      guard let end = candidate.finishedMilliseconds, candidate.startedMilliseconds != nil,
        end - queued > (started - queued) / 2, end <= started, candidate.track == task.track,
        last.map({ $0.end < end }) ?? true
      else { continue }
      last = (other, end)
    }
    return last?.position
  }

  /// The position of the task or join that let another one go, or that blocked it; nil when it was
  /// none.
  static func releaser(of position: Int, in tasks: [Task]) -> Int? {
    let name: String
    switch (tasks[position].releasedBy, tasks[position].outcome) {
    case (.dependency(let first), _): name = first
    case (_, .blocked(let chain)): name = chain.first ?? ""
    default: return nil
    }
    // What comes from a file may point anywhere: only what points back is followed.
    return tasks[position].dependencies.lazy.map(\.position)
      .first { (0..<position).contains($0) && tasks[$0].name == name }
  }
}

extension LaunchReport.Task {
  /// The name of what ran it: one thread, or a pool of them.
  var track: String { thread ?? lane.rawValue }

  /// Whether what ran it runs one task at a time.
  var hasOwnThread: Bool { thread.map { $0 != "pool" } ?? (lane == .main) }
}
