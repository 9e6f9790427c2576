// SPDX-License-Identifier: Apache-2.0

extension LaunchReport: CustomStringConvertible {
  /// The launch as text: a summary, a timeline of the tasks that ran in the order they started, the
  /// critical path, the tasks that did not run or did not succeed, and notes.
  public var description: String {
    [headline, TextTimeline(self).text, pathText, unsuccessfulText, notesText]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The launch in one line: time to ready, how many tasks, skipped, failed, and the critical path.
  public var summary: String {
    guard !criticalPath.isEmpty else { return headline }
    return "\(headline), path \(criticalPath.joined(separator: " → "))"
  }

  /// The summary without the critical path.
  package var headline: String {
    let count = tasks.count { !$0.isJoin }
    var parts = [timeToReady.map { "Ready after \($0.text)" } ?? "Not ready"]
    parts.append(count == 1 ? "1 task" : "\(count) tasks")
    parts.append("\(skipped.count) skipped")
    parts.append("\(failed.count) failed")
    if !waiting.isEmpty { parts.append("\(waiting.count) waiting") }
    if let stoppedBy { parts.append("stopped by \(stoppedBy)") }
    if isCancelled, stoppedBy == nil { parts.append("cancelled") }
    if let shuffleSeed { parts.append("shuffled with seed \(shuffleSeed)") }
    return parts.joined(separator: ", ")
  }

  /// The critical path, how much of it was waiting, the main lane, and how good *ready* was.
  private var pathText: String {
    let steps = criticalSteps
    guard !steps.isEmpty else { return "" }
    let words = steps.enumerated().map { number, step in
      (number == 0 ? "Critical path: " : "→ ") + text(of: step)
    }
    let path = words.wrapped(to: TextTimeline.width, indent: "  ")
    let ran = steps.map(\.ran).reduce(.zero, +)
    let waited = steps.map(\.waited).reduce(.zero, +)
    var figures = "It ran for \(ran.text) and waited for \(waited.text)"
    figures += "; the main lane was taken for \(mainLaneTime.text)."
    if let readyRatio, let readyLowerBound {
      figures += " Ready took \(readyRatio.text(decimals: 2)) × its lower bound, "
      figures += "\(readyLowerBound.text)."
    }
    return path + "\n"
      + figures.split(separator: " ").map(String.init).wrapped(to: TextTimeline.width, indent: "")
  }

  private var notesText: String { notes.map { "Note: \($0)" }.joined(separator: "\n") }

  private func text(of step: Step) -> String {
    let remarks = remarks(on: step)
    let text = "\(step.name) \(step.ran.text)"
    return remarks.isEmpty ? text : "\(text) (\(remarks.joined(separator: ", ")))"
  }

  /// How a step came to begin; waits of less than a hundredth of the time to ready are left out.
  package func remarks(on step: Step) -> [String] {
    let isLong = step.waited * 100 >= timeToReady ?? .zero && step.waited > .zero
    return (isLong ? ["waited \(step.waited.text)"] : []) + (step.isBehind ? ["same thread"] : [])
  }

  /// The tasks that did not succeed, or not at once, with their reasons.
  private var unsuccessfulText: String {
    tasks.filter { task in
      task.attempts > 1
        || task.outcome.map { $0 != .succeeded } ?? !task.awaitedMilestones.isEmpty
    }
    .map { "\($0.name): \($0.outcomeText)" }.joined(separator: "\n")
  }
}

extension LaunchReport.Task {
  /// The outcome with attempts and a late end.
  package var outcomeText: String {
    if let milestone = awaitedMilestones.first { return "waiting for milestone \(milestone)" }
    var text = outcome?.text(of: name) ?? "not settled"
    if attempts > 1 { text += " (attempt \(attempts)\(earlierFailure))" }
    if let lateEnd {
      text += " (ended late: \(lateEnd))"
    } else if outcome == .timedOut {
      text += " (has not returned)"
    }
    return text
  }
}

extension LaunchReport.Task {
  /// Where the outcome does not say it: why there was another try.
  private var earlierFailure: String {
    if case .failed = outcome { return "" }
    return lastFailure.map { "; the one before failed: \($0)" } ?? ""
  }
}

extension LaunchReport.Release: CustomStringConvertible {
  /// The reason in a few words.
  package var description: String {
    switch self {
    case .start: "start"
    case .gap: "gap before ready"
    case .dependency(let name): name
    case .ready: "ready"
    case .idle: "idle"
    case .demand: "demand"
    case .milestone(let name): "milestone \(name)"
    }
  }
}

extension [String] {
  /// The words set in lines of at most so many letters, as far as they are not longer themselves.
  fileprivate func wrapped(to width: Int, indent: String) -> String {
    var lines = [""]
    for word in self {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = word
      } else if line.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(indent + word)
      }
    }
    return lines.joined(separator: "\n")
  }
}
