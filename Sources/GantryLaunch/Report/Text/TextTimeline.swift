// SPDX-License-Identifier: Apache-2.0

/// A launch drawn with letters: one line a task that ran, in the order they started.
struct TextTimeline {
  /// How many columns a line has at most.
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
    names = min(26, shown.map(\.name.count).max() ?? 0)
    threads = min(10, shown.map(\.track.count).max() ?? 0)
    reasons = min(22, shown.map { Self.reason($0).count }.max() ?? 0)
    times = shown.map { Self.time($0).count }.max() ?? 0
    // A mark with a blank, and four gaps of two.
    bars = min(60, Self.width - 2 - names - threads - times - reasons - 8)
  }

  /// The drawing; empty when nothing ran.
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

  /// The axis: the start, *ready* and the end, where they do not run into each other.
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
    return trimmed(String(repeating: " ", count: names + threads + 6) + String(cells))
  }

  private func line(_ task: LaunchReport.Task, isCritical: Bool) -> String {
    let isGood = task.outcome == nil || task.outcome == .succeeded
    let mark = isGood ? (isCritical ? "›" : " ") : "✗"
    let time = Self.time(task)
    let gap = "  "
    let cells = [
      "\(mark) \(task.name.shortened(to: names).padded(to: names))",
      task.track.shortened(to: threads).padded(to: threads), bar(task),
      String(repeating: " ", count: times - time.count) + time,
      Self.reason(task).shortened(to: reasons),
    ]
    return trimmed(cells.joined(separator: gap))
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
    parts.append("· waiting for its lane")
    if !report.criticalPath.isEmpty { parts.append("› critical path") }
    if scale.ready != nil { parts.append("┊ ready") }
    if scale.isCut { parts.append("after ready another scale") }
    return "  " + parts.joined(separator: "   ")
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}

extension String {
  /// The text with its middle left out where it is longer than so many letters.
  package func shortened(to length: Int) -> String {
    guard count > length, length > 1 else { return self }
    return "\(prefix(length / 2))…\(suffix(length - length / 2 - 1))"
  }

  /// The text with blanks behind it up to so many letters.
  func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
