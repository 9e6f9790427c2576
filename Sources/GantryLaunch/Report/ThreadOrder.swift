// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Which task ran on a thread right before and after which, by positions in a report.
struct ThreadOrder {
  /// For each task, the one that its thread ran before; nil for the first, and where a pool ran it.
  private(set) var previous: [Int?]
  /// For each task, the one that its thread began right after the end of this one.
  private(set) var next: [Int?]
  /// Whether launch order is the order in time of tasks that shared a thread.
  private(set) var followsLaunchOrder = true

  init(_ tasks: [LaunchReport.Task]) {
    previous = Array(repeating: nil, count: tasks.count)
    next = previous
    var threads: [String: [Int]] = [:]
    for position in tasks.indices
    where tasks[position].hasOwnThread && tasks[position].startedMilliseconds != nil {
      threads[tasks[position].track, default: []].append(position)
    }
    for positions in threads.values {
      let starts = positions.map { (tasks[$0].startedMilliseconds ?? 0, $0) }.sorted { $0 < $1 }
      for ((_, first), (start, second)) in zip(starts, starts.dropFirst()) {
        // A task that had not ended when the next one began did not hold its thread.
        guard let end = tasks[first].finishedMilliseconds, end <= start else { continue }
        previous[second] = first
        next[first] = second
        if second < first { followsLaunchOrder = false }
      }
    }
  }
}

extension LaunchReport.Task {
  /// The name of its thread, or of the pool that ran it.
  package var track: String { thread ?? lane.rawValue }

  /// Whether its thread is known, which runs one task at a time.
  var hasOwnThread: Bool {
    guard let thread else { return holdsMainLane }
    return thread != "pool" && thread != "worker" && thread != "main actor"
  }

  /// Whether it has the main lane from its start to its end.
  var holdsMainLane: Bool { lane == .main && !isAsynchronous }
}
