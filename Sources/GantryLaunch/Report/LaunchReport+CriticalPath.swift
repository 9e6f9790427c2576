// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchReport {
  /// The critical path with its times; waits and runs add up to the end of its last task.
  ///
  /// - Complexity: O(n log n).
  public var criticalSteps: [Step] {
    let names = Set(criticalPath)
    let positions = Dictionary(
      tasks.indices.lazy.filter { names.contains(tasks[$0].name) }.map { (tasks[$0].name, $0) },
      uniquingKeysWith: { first, _ in first })
    let order = ThreadOrder(tasks)
    var end = Duration.zero
    var before: Int?
    return criticalPath.compactMap { name in
      guard let position = positions[name], let finished = tasks[position].finished else {
        return nil
      }
      // Times in a damaged file may overlap: a step is never shorter than nothing.
      let started = max(end, tasks[position].started ?? finished)
      let holder = Self.holder(before: position, in: tasks, order)
      defer { (end, before) = (max(end, finished), position) }
      return Step(
        name: name, waited: started - end, ran: max(.zero, finished - started),
        isBehind: holder != nil && holder == before)
    }
  }

  /// Walks from the before-ready task that ended last back along the dependencies of each.
  static func criticalPath(of tasks: [Task], _ order: ThreadOrder) -> [String] {
    var last: Int?
    var lastEnd = 0.0
    for position in tasks.indices where tasks[position].stage == .beforeReady {
      guard tasks[position].releasedBy != nil, let end = tasks[position].finishedMilliseconds else {
        continue
      }
      if last == nil || end >= lastEnd { (last, lastEnd) = (position, end) }
    }
    var path: [String] = []
    while let position = last, path.count < tasks.count {
      if tasks[position].startedMilliseconds != nil { path.append(tasks[position].name) }
      last = holder(before: position, in: tasks, order) ?? releaser(of: position, in: tasks)
    }
    return path.reversed()
  }

  /// The position of the task that had the thread of another one for most of the time that this
  /// one waited; nil when there was none, or no thread is known.
  private static func holder(
    before position: Int, in tasks: [Task], _ order: ThreadOrder
  ) -> Int? {
    guard let previous = order.previous[position],
      let queued = tasks[position].queuedMilliseconds,
      let started = tasks[position].startedMilliseconds, started > queued,
      let end = tasks[previous].finishedMilliseconds, end - queued > (started - queued) / 2
    else { return nil }
    return previous
  }

  /// The position of the task or join that let another one go, or that blocked it; nil when it was
  /// none.
  package static func releaser(of position: Int, in tasks: [Task]) -> Int? {
    let name: String
    if case .dependency(let first) = tasks[position].releasedBy {
      name = first
    } else if case .blocked(let chain) = tasks[position].outcome, let first = chain.first {
      name = first
    } else {
      return nil
    }
    // By index: a copy of every dependency would cost more than the look at it. The positions in a
    // file may point anywhere: only those that point back are followed.
    for index in tasks[position].dependencies.indices {
      let first = tasks[position].dependencies[index].position
      if first >= 0, first < position, tasks[first].name == name { return first }
    }
    return nil
  }
}
