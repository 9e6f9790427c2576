// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchReport: CustomStringConvertible {
  /// The launch as text: a summary, then one line a task in launch order.
  public var description: String {
    var table = TextTable(
      ["name", "lane", "stage", "start", "duration", "outcome", "released by"], numeric: [3, 4])
    for task in tasks {
      table.add([
        task.name, task.isJoin ? "join" : task.lane.rawValue, task.stage.rawValue,
        (task.started ?? (task.isJoin ? task.finished : nil))?.text ?? "–",
        task.duration?.text ?? "–", task.outcomeText, task.releasedBy?.description ?? "–",
      ])
    }
    return summary + "\n" + table.text
  }

  /// The launch in one line: time to ready, how many tasks, skipped, failed, and the critical path.
  public var summary: String {
    let count = tasks.count { !$0.isJoin }
    var parts = [timeToReady.map { "Ready after \($0.text)" } ?? "Not ready"]
    parts.append(count == 1 ? "1 task" : "\(count) tasks")
    parts.append("\(skipped.count) skipped")
    parts.append("\(failed.count) failed")
    if let stoppedBy { parts.append("stopped by \(stoppedBy)") }
    if isCancelled, stoppedBy == nil { parts.append("cancelled") }
    if !criticalPath.isEmpty { parts.append("path \(criticalPath.joined(separator: " → "))") }
    return parts.joined(separator: ", ")
  }
}

extension LaunchReport.Task {
  fileprivate var outcomeText: String {
    var text = outcome?.description ?? "not settled"
    if attempts > 1 { text += " (try \(attempts))" }
    if let lateEnd { text += " (ended late: \(lateEnd))" }
    return text
  }
}

extension LaunchReport.Release: CustomStringConvertible {
  /// The reason in a word or two.
  public var description: String {
    switch self {
    case .start: "start"
    case .dependency(let name): name
    case .gap: "gap before ready"
    case .ready: "ready"
    case .idle: "idle"
    case .demand: "demand"
    case .milestone(let name): "milestone \(name)"
    }
  }
}
