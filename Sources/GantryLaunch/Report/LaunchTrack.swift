// SPDX-License-Identifier: Apache-2.0

/// Tasks that ran one after another, on a thread or in one of the tracks that a pool needs.
package struct LaunchTrack {
  package let name: String
  /// The positions of its tasks, in the order in which they started. Their times don't overlap.
  package let tasks: [Int]

  /// Returns the tracks of a launch: the main lane first, then threads, then pools.
  package static func tracks(of report: LaunchReport) -> [LaunchTrack] {
    let started = report.tasks.indices.filter { report.tasks[$0].startedMilliseconds != nil }
    let groups = Dictionary(grouping: started) { report.tasks[$0].track }
    return groups.keys.sorted { sortKey($0) < sortKey($1) }.flatMap { name in
      let positions = groups[name] ?? []
      let isThread = positions.first.map { report.tasks[$0].hasOwnThread } ?? true
      return pack(positions, report).enumerated().map { number, tasks in
        // A thread needs a second track only if its tasks overlap in the report.
        let suffix = isThread ? (number == 0 ? "" : " (\(number + 1))") : " \(number + 1)"
        return LaunchTrack(name: name + suffix, tasks: tasks)
      }
    }
  }

  /// Arranges tasks in as few rows as possible, each in the first row that is free at its start.
  private static func pack(_ positions: [Int], _ report: LaunchReport) -> [[Int]] {
    let tasks = report.tasks
    let starts = tasks.map { $0.startedMilliseconds ?? 0 }
    var rows: [[Int]] = []
    var ends: [Double] = []
    for position in positions.sorted(by: { (starts[$0], $0) < (starts[$1], $1) }) {
      let end = tasks[position].finishedMilliseconds ?? report.totalMilliseconds
      let row = ends.firstIndex { $0 <= starts[position] } ?? rows.count
      if row == rows.count {
        rows.append([])
        ends.append(0)
      }
      rows[row].append(position)
      ends[row] = max(starts[position], end)
    }
    return rows
  }

  /// Sorts main first, then single threads by name with trailing numbers by value, workers, pools.
  private static func sortKey(_ name: String) -> (Int, String, Int, String) {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
    let kind =
      switch name {
      case "main", "main actor": 0
      case "worker": 2
      case "pool", "background": 3
      default: 1
      }
    return (kind, String(name.dropLast(digits.count)), Int(String(digits)) ?? 0, name)
  }
}

/// The order of tasks on each thread, by positions in a report.
struct ThreadOrder {
  /// For each task, the one that its thread ran before; nil for the first, and if a pool ran the
  /// task.
  private(set) var previous: [Int?]
  /// For each task, the one that its thread began next after the task's end.
  private(set) var next: [Int?]
  /// Whether tasks that shared a thread ran in launch order.
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
        // A task that had not ended when the next one began did not hold the thread.
        guard let end = tasks[first].finishedMilliseconds, end <= start else { continue }
        previous[second] = first
        next[first] = second
        if second < first { followsLaunchOrder = false }
      }
    }
  }
}

extension LaunchReport.Task {
  /// The name of the thread or pool that ran the task.
  package var track: String { thread ?? lane.rawValue }

  /// Whether it ran on a known thread, which runs one task at a time.
  var hasOwnThread: Bool {
    guard let thread else { return holdsMainLane }
    return thread != "pool" && thread != "worker" && thread != "main actor"
  }

  /// Whether it holds the main lane from its start to its end.
  var holdsMainLane: Bool { lane == .main && !isAsynchronous }
}

/// The positions of times in a drawing: 0 at the start of the launch, 1 at its end.
///
/// Tasks long after *ready* would leave no room for those before it. In that case, the axis has two
/// parts with different scales that meet at *ready*.
package struct TimeScale {
  /// The total time, as a multiple of the time to *ready*, above which the axis is cut in two.
  private static let longest = 3.0
  /// The share of a cut axis for the time until *ready*.
  private static let share = 0.7

  /// The last time, in milliseconds; never zero.
  package let end: Double
  /// The time at which the app was ready; nil if it wasn't.
  package let ready: Double?
  /// Whether the axis is cut in two at *ready*.
  package let isCut: Bool

  package init(_ report: LaunchReport) {
    let ends = report.tasks.lazy.compactMap { $0.finishedMilliseconds ?? $0.startedMilliseconds }
    let last = max(ends.max() ?? 0, report.readyMilliseconds ?? 0)
    let isOpen = report.tasks.contains { $0.outcome == nil && $0.startedMilliseconds != nil }
    let end = isOpen ? max(last, report.totalMilliseconds) : last
    self.end = end > 0 ? end : 1
    ready = report.readyMilliseconds
    isCut = ready.map { $0 > 0 && end > $0 * Self.longest } ?? false
  }

  /// Returns the position of a time, 0 to 1.
  package func position(of time: Double) -> Double {
    let time = min(max(0, time), end)
    guard isCut, let ready else { return time / end }
    return time <= ready
      ? time / ready * Self.share
      : Self.share + (time - ready) / (end - ready) * (1 - Self.share)
  }

  /// Returns about a given count of round times to label the axis with; for a cut axis, those of
  /// each part.
  package func ticks(about count: Int) -> [Double] {
    guard isCut, let ready else { return Self.ticks(from: 0, to: end, about: count) }
    let before = max(2, Int(Double(count) * Self.share))
    return Self.ticks(from: 0, to: ready, about: before)
      + Self.ticks(from: ready, to: end, about: max(1, count - before))
      // The first label of the second part needs room.
      .filter { $0 > ready + (end - ready) * 0.2 }
  }

  /// Returns about a given count of round times in a range.
  package static func ticks(from start: Double, to end: Double, about count: Int) -> [Double] {
    let rough = (end - start) / Double(max(1, count))
    guard rough > 0, rough.isFinite else { return [] }
    var step = 1e-6
    while step < rough {
      if step * 2 >= rough { step *= 2 } else if step * 5 >= rough { step *= 5 } else { step *= 10 }
    }
    var ticks: [Double] = []
    var tick = (start / step).rounded(.up) * step
    while tick <= end {
      ticks.append(tick)
      tick += step
    }
    return ticks
  }
}
