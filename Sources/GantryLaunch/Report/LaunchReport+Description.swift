// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension LaunchReport: CustomStringConvertible {
  /// The launch as text.
  ///
  /// The text has a summary, a timeline of the tasks that ran in the order in which they started,
  /// the critical path, the tasks that did not run or did not succeed, and notes.
  public var description: String {
    [headline, TextTimeline(self).text, pathText, unsuccessfulText, notesText]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The launch in one line: the time to ready, the numbers of tasks, of skipped, failed and blocked
  /// ones, and the critical path.
  public var summary: String {
    guard !criticalPath.isEmpty else { return headline }
    return "\(headline), path \(criticalPath.map(\.rawValue).joined(separator: " → "))"
  }

  /// The summary without the critical path.
  package var headline: String {
    let count = tasks.count { !$0.isJoin }
    var parts = [timeToReady.map { "Ready after \($0.text)" } ?? "Not ready"]
    parts.append(count.counted("task"))
    parts.append("\(skipped.count) skipped")
    parts.append("\(failed.count - blocked) failed")
    if blocked > 0 { parts.append("\(blocked) blocked") }
    if !waiting.isEmpty { parts.append("\(waiting.count) waiting") }
    if let stoppedBy { parts.append("stopped by \(stoppedBy)") }
    if isCancelled, stoppedBy == nil { parts.append("cancelled") }
    if let shuffleSeed { parts.append("shuffled with seed \(shuffleSeed)") }
    return parts.joined(separator: ", ")
  }

  /// The number of tasks that didn't begin because of a failed one; `failed` has them, too.
  package var blocked: Int {
    tasks.count { task in
      if case .blocked = task.outcome { true } else { false }
    }
  }

  /// The critical path, the time between its tasks, the main lane's time, and how close *ready* came to
  /// its lower bound.
  private var pathText: String {
    let steps = criticalSteps
    guard !steps.isEmpty else { return "" }
    let words = steps.enumerated().map { number, step in
      (number == 0 ? "Critical path: " : "→ ") + text(of: step)
    }
    let path = words.wrapped(to: TextTimeline.width, indent: "  ")
    let ran = steps.map(\.ran).reduce(.zero, +)
    let gaps = steps.map(\.gap).reduce(.zero, +)
    var figures = "Its tasks ran for \(ran.text), with \(gaps.text) between them"
    figures += "; the main lane was busy for \(mainLaneTime.text)."
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

  /// Returns why a step began when it did, without waits below a hundredth of the time to ready.
  package func remarks(on step: Step) -> [String] {
    let isLong = step.waited * 100 >= timeToReady ?? .zero && step.waited > .zero
    return (isLong ? ["waited \(step.waited.text)"] : []) + (step.isBehind ? ["same thread"] : [])
  }

  /// The tasks that did not succeed, or not on the first attempt, with their reasons.
  private var unsuccessfulText: String {
    tasks.filter { task in
      task.attempts > 1
        || task.outcome.map { $0 != .succeeded } ?? !task.awaitedMilestones.isEmpty
    }
    .map { "\($0.name): \($0.outcomeText)" }.joined(separator: "\n")
  }
}

extension LaunchReport.Task {
  /// The slack for people: a dash on the critical path, which has none.
  package func slackText(isCritical: Bool) -> String {
    isCritical ? "–" : slack?.text ?? ""
  }

  /// The outcome, with the number of attempts and a late end.
  package var outcomeText: String {
    if let milestone = awaitedMilestones.first { return "waiting for milestone \(milestone)" }
    var text = outcome?.text(of: name) ?? (started == nil ? "not started" : "still running")
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
  /// The reason for another attempt, unless the outcome says it.
  private var earlierFailure: String {
    if case .failed = outcome { return "" }
    return lastFailure.map { "; the previous one failed: \($0)" } ?? ""
  }
}

extension LaunchReport.Release: CustomStringConvertible {
  /// The reason in a few words.
  package var description: String {
    switch self {
    case .start: "start"
    case .dependency(let name): name.rawValue
    case .ready: "ready"
    case .idle: "idle"
    case .demand: "demand"
    case .milestone(let name): "milestone \(name)"
    }
  }
}

extension [String] {
  /// Returns the words in lines of a maximum width, which only a longer word exceeds.
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

/// A launch drawn with letters: one line per task that ran, in the order in which they started.
struct TextTimeline {
  /// The largest number of columns in a line.
  static let width = 100

  private let report: LaunchReport
  private let scale: TimeScale
  private let names: Int
  private let threads: Int
  private let times: Int
  private let reasons: Int
  private let bars: Int

  init(_ report: LaunchReport) {
    self.report = report
    scale = TimeScale(report)
    let shown = Self.shown(report)
    names = min(26, shown.map(\.name.rawValue.count).max() ?? 0)
    threads = min(10, shown.map(\.track.count).max() ?? 0)
    reasons = min(22, shown.map { Self.reason($0).count }.max() ?? 0)
    times = shown.map { Self.time($0).count }.max() ?? 0
    // The 2 is a mark with a space, the 8 are four gaps of two.
    bars = min(60, Self.width - 2 - names - threads - times - reasons - 8)
  }

  /// The drawing; empty if nothing ran.
  var text: String {
    let shown = Self.shown(report)
    guard !shown.isEmpty else { return "" }
    let critical = Set(report.criticalPath)
    let rows = shown.map { line($0, isCritical: critical.contains($0.name)) }
    return ([head] + rows + [legend(shown)]).joined(separator: "\n")
  }

  private static func shown(_ report: LaunchReport) -> [LaunchReport.Task] {
    report.tasks.enumerated().filter { $0.element.startedMilliseconds != nil }
      .sorted {
        ($0.element.startedMilliseconds ?? 0, $0.offset)
          < ($1.element.startedMilliseconds ?? 0, $1.offset)
      }
      .map(\.element)
  }

  private static func reason(_ task: LaunchReport.Task) -> String {
    guard let release = task.releasedBy, release != .start else { return "" }
    if case .dependency = release { return "← \(release)" }
    return "\(release)"
  }

  private static func time(_ task: LaunchReport.Task) -> String { task.duration?.text ?? "running" }

  /// The axis: the start, *ready* and the end, as far as their labels don't overlap.
  private var head: String {
    var cells = Array(repeating: Character(" "), count: bars)
    func write(_ text: String, from: Int) {
      let range = max(0, from - 1)..<min(bars, from + text.count + 1)
      guard from >= 0, from + text.count <= bars, cells[range].allSatisfy({ $0 == " " }) else {
        return
      }
      cells.replaceSubrange(from..<from + text.count, with: text)
    }
    if let ready = scale.ready {
      let label = "ready \(Duration(milliseconds: ready).text)"
      write(label, from: max(0, column(of: ready) + 1 - label.count))
    }
    write("0", from: 0)
    let end = Duration(milliseconds: scale.end).text
    write(end, from: bars - end.count)
    return (String(repeating: " ", count: names + threads + 6) + String(cells)).withoutBlanksAtEnd
  }

  private func line(_ task: LaunchReport.Task, isCritical: Bool) -> String {
    let isGood = task.outcome == nil || task.outcome == .succeeded
    let mark = isGood ? (isCritical ? "›" : " ") : "✗"
    let time = Self.time(task)
    let gap = "  "
    let cells = [
      "\(mark) \(task.name.rawValue.shortened(to: names).padded(to: names))",
      task.track.shortened(to: threads).padded(to: threads), bar(task),
      String(repeating: " ", count: times - time.count) + time,
      Self.reason(task).shortened(to: reasons),
    ]
    return cells.joined(separator: gap).withoutBlanksAtEnd
  }

  private func bar(_ task: LaunchReport.Task) -> String {
    var cells = Array(repeating: Character(" "), count: bars)
    if let ready = scale.ready { cells[column(of: ready)] = "┊" }
    let started = task.startedMilliseconds ?? 0
    let start = column(of: started)
    let finish = scale.position(of: task.finishedMilliseconds ?? report.totalMilliseconds)
    let end = max(start + 1, Int((finish * Double(bars)).rounded()))
    if let queued = task.queuedMilliseconds {
      for cell in min(column(of: queued), start)..<start { cells[cell] = "·" }
    }
    let letter: Character = task.holdsMainLane ? "█" : task.lane == .main ? "▓" : "▒"
    for cell in start..<min(bars, end) { cells[cell] = letter }
    return String(cells)
  }

  private func column(of time: Double) -> Int {
    min(bars - 1, Int(scale.position(of: time) * Double(bars)))
  }

  private func legend(_ shown: [LaunchReport.Task]) -> String {
    var parts: [String] = []
    if shown.contains(where: \.holdsMainLane) { parts.append("█ main lane") }
    if shown.contains(where: { $0.lane == .main && $0.isAsynchronous }) {
      parts.append("▓ main actor, suspends")
    }
    if shown.contains(where: { $0.lane == .background }) { parts.append("▒ background") }
    parts.append("· waiting for a thread")
    if !report.criticalPath.isEmpty { parts.append("› critical path") }
    if scale.ready != nil { parts.append("┊ ready") }
    if scale.isCut { parts.append("different scale after ready") }
    return "  " + parts.joined(separator: "   ")
  }
}

extension String {
  /// Returns the text with its middle left out if it is longer than a maximum length.
  package func shortened(to length: Int) -> String {
    guard count > length, length > 1 else { return self }
    return "\(prefix(length / 2))…\(suffix(length - length / 2 - 1))"
  }

  /// Returns the text padded with trailing spaces to a length.
  func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
