// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Tasks that ran one after the other: on a thread, or in one of the tracks that a pool needs.
package struct LaunchTrack {
  package let name: String
  /// The positions of its tasks, in the order they started; their times do not overlap.
  package let tasks: [Int]

  /// The tracks of a launch: the main lane first, then threads, then pools.
  package static func tracks(of report: LaunchReport) -> [LaunchTrack] {
    let started = report.tasks.indices.filter { report.tasks[$0].startedMilliseconds != nil }
    let groups = Dictionary(grouping: started) { report.tasks[$0].track }
    return groups.keys.sorted { sortKey($0) < sortKey($1) }.flatMap { name in
      let positions = groups[name] ?? []
      let isThread = positions.first.map { report.tasks[$0].hasOwnThread } ?? true
      return pack(positions, report).enumerated().map { number, tasks in
        // A thread needs a second track only where a report says that its tasks overlap.
        let suffix = isThread ? (number == 0 ? "" : " (\(number + 1))") : " \(number + 1)"
        return LaunchTrack(name: name + suffix, tasks: tasks)
      }
    }
  }

  /// Sets tasks in as few rows as possible, each in the first row that is free at its start.
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

  /// Main first, then single threads by name with numbers at the end by value, workers, pools.
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
