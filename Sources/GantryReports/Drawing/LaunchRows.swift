// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// The rows of a launch's picture: one for each task, or for each module where there are many.
struct LaunchRows {
  /// A row.
  struct Row {
    /// The name of the task or module.
    var label: String
    /// The positions of the tasks whose bars it has, in the order they started.
    var tasks: [Int]
    /// How long they ran, all together, and where or how many.
    var times: String
    /// Whether one of them is on the critical path.
    var isCritical: Bool
  }

  /// How many rows a picture has at most: so many can be read on one page.
  static let most = 48

  /// The rows by their first start.
  let rows: [Row]
  /// Whether a row is a module.
  let isByModule: Bool

  /// Makes rows of tasks that ran.
  ///
  /// - Parameters:
  ///   - report: The launch.
  ///   - modules: Only tasks of these; nil takes all.
  init(_ report: LaunchReport, of modules: Set<String>?) {
    let critical = Set(report.criticalPath)
    func row(_ label: String, _ tasks: [Int], _ unit: String) -> Row {
      let time = tasks.compactMap { report.tasks[$0].duration }.reduce(.zero, +)
      return Row(
        label: label, tasks: tasks, times: "\(time.text) · \(unit)",
        isCritical: tasks.contains { critical.contains(report.tasks[$0].name) })
    }
    let ran = report.tasks.indices.filter { position in
      let task = report.tasks[position]
      return task.startedMilliseconds != nil && modules?.contains(task.owner.rawValue) != false
    }
    let sorted = ran.sorted { (report.start(of: $0), $0) < (report.start(of: $1), $1) }
    isByModule = sorted.count > Self.most
    guard isByModule else {
      rows = sorted.map { row(report.tasks[$0].name, [$0], report.tasks[$0].track) }
      return
    }
    let groups = Dictionary(grouping: sorted) { report.tasks[$0].owner.rawValue }
    var all = groups.map { row($0, $1, $1.count == 1 ? "1 task" : "\($1.count) tasks") }
    func precedes(_ one: Row, _ other: Row) -> Bool {
      (report.start(of: one.tasks[0]), one.tasks[0])
        < (report.start(of: other.tasks[0]), other.tasks[0])
    }
    guard all.count > Self.most else {
      rows = all.sorted(by: precedes)
      return
    }
    // Modules on the critical path first, then those that ran longest; the rest is one row.
    let times = groups.mapValues { tasks in
      tasks.compactMap { report.tasks[$0].duration }.reduce(.zero, +)
    }
    all.sort { one, other in
      guard one.isCritical == other.isCritical else { return one.isCritical }
      let (first, second) = (times[one.label] ?? .zero, times[other.label] ?? .zero)
      return first == second ? precedes(one, other) : first > second
    }
    let shown = all.prefix(Self.most - 1).sorted(by: precedes)
    let rest = all.dropFirst(Self.most - 1)
    let tasks = rest.flatMap(\.tasks).sorted()
    rows = shown + [row("\(rest.count) other modules", tasks, "\(tasks.count) tasks")]
  }
}

extension LaunchReport {
  /// When a task began to run, in milliseconds.
  func start(of position: Int) -> Double { tasks[position].startedMilliseconds ?? 0 }

  /// When a task ended, in milliseconds; the time of the report where it has not.
  func end(of position: Int) -> Double {
    max(start(of: position), tasks[position].finishedMilliseconds ?? totalMilliseconds)
  }
}
