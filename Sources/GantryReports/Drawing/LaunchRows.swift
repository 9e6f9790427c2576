// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

/// The rows of a launch's picture: one for each task, or for each module if there are many tasks.
struct LaunchRows {
  /// A row.
  struct Row {
    /// The name of the task or module.
    var label: String
    /// The positions of the tasks whose bars it has, in starting order.
    var tasks: [Int]
    /// The tasks' total time, and their lane or number.
    var times: String
    /// Whether one of them is on the critical path.
    var isCritical: Bool
  }

  /// The largest number of rows in a picture, so that it can be read on one page.
  static let most = 48

  /// The rows by their first start.
  let rows: [Row]
  /// Whether a row is a module.
  let isByModule: Bool

  /// Creates rows of tasks that ran.
  ///
  /// - Parameters:
  ///   - report: The launch.
  ///   - modules: The modules whose tasks to show; nil shows all.
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
      rows = sorted.map { row(report.tasks[$0].name.rawValue, [$0], report.tasks[$0].track) }
      return
    }
    let groups = Dictionary(grouping: sorted) { report.tasks[$0].owner.rawValue }
    var all = groups.map { row($0, $1, $1.count.counted("task")) }
    func precedes(_ one: Row, _ other: Row) -> Bool {
      (report.start(of: one.tasks[0]), one.tasks[0])
        < (report.start(of: other.tasks[0]), other.tasks[0])
    }
    guard all.count > Self.most else {
      rows = all.sorted(by: precedes)
      return
    }
    // Modules on the critical path come first, then those that ran longest; the rest share one row.
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
    rows = shown + [row(rest.count.counted("other module"), tasks, tasks.count.counted("task"))]
  }
}

extension LaunchReport {
  /// The time at which a task began to run, in milliseconds.
  func start(of position: Int) -> Double { tasks[position].startedMilliseconds ?? 0 }

  /// The time at which a task ended, in milliseconds; the report's time if it has not ended.
  func end(of position: Int) -> Double {
    max(start(of: position), tasks[position].finishedMilliseconds ?? totalMilliseconds)
  }
}

/// The modules near one module, over a few steps: the modules that it waits for, directly or
/// through others, and the modules that wait for it.
///
/// A module that merely shares a dependency with it isn't near, because every module does.
package struct LaunchNeighborhood {
  /// The name of the module in the middle.
  package let center: String
  /// The names of the modules, including the one in the middle.
  package let modules: Set<String>

  /// Finds the neighbors of a module.
  ///
  /// - Parameters:
  ///   - name: The name of a module, or of a task in it.
  ///   - depth: The number of steps; 0 is the module alone.
  ///   - tasks: Each task's name and module, and the modules of the tasks that it waits for.
  /// - Returns: The neighborhood; nil when no module or task has that name.
  /// - Complexity: O(V + E).
  package init?(
    of name: String, depth: Int, in tasks: [(name: String, module: String, needs: [String])]
  ) {
    if tasks.contains(where: { $0.module == name }) {
      center = name
    } else if let task = tasks.first(where: { $0.name == name }) {
      center = task.module
    } else {
      return nil
    }
    var needs: [String: Set<String>] = [:]
    var neededBy: [String: Set<String>] = [:]
    for task in tasks {
      let own = task.module
      for other in task.needs where other != own {
        needs[own, default: []].insert(other)
        neededBy[other, default: []].insert(own)
      }
    }
    self.modules = Self.reached(from: center, steps: depth, needs)
      .union(Self.reached(from: center, steps: depth, neededBy))
  }

  private static func reached(
    from center: String, steps: Int, _ near: [String: Set<String>]
  ) -> Set<String> {
    var found: Set = [center]
    var edge = found
    var steps = max(0, steps)
    // Not a `for` with a condition, which would count to the end.
    while steps > 0, !edge.isEmpty {
      steps -= 1
      edge = Set(edge.flatMap { near[$0] ?? [] }).subtracting(found)
      found.formUnion(edge)
    }
    return found
  }
}
