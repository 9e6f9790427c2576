// SPDX-License-Identifier: Apache-2.0

package import GantryLaunch
internal import GantrySupport

/// A report written down by hand: what each task did, in milliseconds.
package struct ReportSketch {
  /// One task; nil times mean that it did not run.
  package struct Entry {
    package var node: LaunchNode
    package var releasedBy: LaunchReport.Release?
    package var queued: Double?
    package var started: Double?
    package var finished: Double?
    package var thread: String?
    package var outcome: LaunchOutcome?
    package var attempts = 1
  }

  package var entries: [Entry] = []
  package var ready: Double?
  package var total: Double?
  package var lowerBound: Double?

  /// Creates a report without tasks.
  package init(ready: Double? = nil, total: Double? = nil, lowerBound: Double? = nil) {
    self.ready = ready
    self.total = total
    self.lowerBound = lowerBound
  }

  private static func owner(of node: String) -> ModuleName {
    ModuleName(String(node.prefix { $0 != "." }))
  }

  /// Adds a task that waited for `needs` and was released by the last of them.
  package mutating func ran(
    _ name: String, _ queued: Double, _ started: Double, _ finished: Double?,
    needs: [String] = [], stage: LaunchStage = .beforeReady, lane: LaunchLane = .background,
    thread: String? = nil, releasedBy: LaunchReport.Release? = nil, attempts: Int = 1,
    outcome: LaunchOutcome? = .succeeded
  ) {
    let edges = needs.map { LaunchEdge(.after, $0) }
    let release = releasedBy ?? needs.last.map { .dependency(ModuleName($0)) } ?? .start
    entries.append(
      Entry(
        node: LaunchNode(
          name, owner: Self.owner(of: name), stage: stage, lane: lane, edges: edges),
        releasedBy: release,
        queued: queued, started: started, finished: finished, thread: thread,
        outcome: finished == nil ? nil : outcome, attempts: attempts))
  }

  /// Adds a join, or a task that was settled without running.
  package mutating func settled(
    _ name: String, at time: Double, needs: [String] = [], isJoin: Bool = false,
    stage: LaunchStage = .beforeReady, outcome: LaunchOutcome = .succeeded
  ) {
    let edges = needs.map { LaunchEdge(.after, $0) }
    let node = LaunchNode(
      name, owner: Self.owner(of: name), stage: stage, edges: edges, isJoin: isJoin)
    let release: LaunchReport.Release? =
      outcome == .succeeded ? needs.last.map { .dependency(ModuleName($0)) } ?? .start : nil
    entries.append(
      Entry(node: node, releasedBy: release, finished: time, outcome: outcome, attempts: 0))
  }

  /// The report, in the order of the plan.
  package func report() throws -> LaunchReport {
    let plan = try LaunchGraph(nodes: entries.map(\.node)).plan()
    let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.node.name, $0) })
    let tasks = plan.tasks.compactMap { task in
      byName[task.name.rawValue].map { entry in
        LaunchReport.Task(
          task, outcome: entry.outcome, releasedBy: entry.releasedBy, attempts: entry.attempts,
          queued: milliseconds(entry.queued), started: milliseconds(entry.started),
          finished: milliseconds(entry.finished), thread: entry.thread)
      }
    }
    let end = entries.compactMap(\.finished).max() ?? 0
    return LaunchReport(
      tasks: tasks, timeToReady: milliseconds(ready),
      total: milliseconds(total ?? end) ?? .zero, readyLowerBound: milliseconds(lowerBound))
  }

  private func milliseconds(_ value: Double?) -> Duration? {
    value.map { .microseconds(Int64(($0 * 1_000).rounded())) }
  }
}

extension ReportSketch {
  /// Two on the main lane, one of which waits for the other; an after-ready one; and a join.
  package static var shop: ReportSketch {
    var sketch = ReportSketch(ready: 10, total: 16, lowerBound: 8)
    sketch.ran("Storage", 0, 0, 4, thread: "worker 1")
    sketch.settled("Disk", at: 4, needs: ["Storage"], isJoin: true)
    sketch.ran("Theme", 0, 1, 7, lane: .main, thread: "main")
    sketch.ran("Orders", 4, 7, 10, needs: ["Disk"], lane: .main, thread: "main")
    sketch.ran("Ads", 0, 0, 2, thread: "pool")
    sketch.ran(
      "Prices", 10, 10, 16, needs: ["Ads"], stage: .afterReady, thread: "pool", releasedBy: .ready)
    sketch.ran(
      "Upload", 10, 10, 12, stage: .afterReady, thread: "pool", releasedBy: .ready,
      outcome: .failed(message: "no network"))
    return sketch
  }
}
