// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

/// The timeline of a page: a row for each thread, drawn in SVG.
///
/// Positions on the time axis are percentages, so that readers can widen the drawing without a
/// script and without stretching its letters. A name shows as soon as it has room.
struct TimelineDrawing {
  /// The zoom factors that the page offers.
  private static let zooms = [1, 2, 4, 8]
  /// The assumed widths of the drawing without zoom, and of one of its letters.
  private static let width = 960.0
  private static let letter = 6.8
  private static let row = 30
  /// The height of the label of *ready*, and of the labels of the axis below it.
  private static let head = 44

  private let report: LaunchReport
  private let scale: TimeScale
  private let tracks: [LaunchTrack]
  private let critical: Set<ModuleName>

  init(_ report: LaunchReport) {
    self.report = report
    scale = TimeScale(report)
    tracks = LaunchTrack.tracks(of: report)
    critical = Set(report.criticalPath)
  }

  private var height: Int { Self.head + tracks.count * Self.row + 4 }

  /// The section; empty when nothing ran.
  var html: String {
    guard !tracks.isEmpty else { return "" }
    let choices = Self.zooms.map { zoom in
      """
      <input type="radio" name="zoom" id="zoom\(zoom)"\(zoom == 1 ? " checked=\"\"" : "")/>\
      <label for="zoom\(zoom)">\(zoom) ×</label>
      """
    }
    let names = tracks.map { "<div>\($0.name.escaped)</div>" }.joined()
    return """
      <section class="timeline">
      <h2>Timeline</h2>
      \(legend)
      \(choices.joined())
      <span class="hint">scrolls sideways →</span>
      <div class="lanes">
      <div class="names"><div class="axis">time since start</div>\(names)</div>
      <div class="scroll"><svg height="\(height)" role="img" aria-label="Timeline of the launch">
      \(PageStyle.hatch)
      \(background)
      \(path)
      \(tracks.indices.map(drawing).joined(separator: "\n"))
      </svg></div>
      </div>
      </section>
      """
  }

  private var legend: String {
    let stages = LaunchStage.allCases.filter { stage in
      report.tasks.contains { $0.stage == stage && $0.startedMilliseconds != nil }
    }
    var items = stages.map {
      "<span><i class=\"\($0.rawValue)\"></i>\($0.label)</span>"
    }
    items.append("<span><i class=\"waiting\"></i>waiting for a thread</span>")
    if !critical.isEmpty { items.append("<span><i class=\"critical\"></i>critical path</span>") }
    if report.tasks.contains(where: { $0.isBad && $0.startedMilliseconds != nil }) {
      items.append("<span><i class=\"bad\"></i>did not succeed</span>")
    }
    if scale.isCut { items.append("<span>shaded: after ready, on a scale of its own</span>") }
    return "<p class=\"legend\">\(items.joined(separator: " "))</p>"
  }

  /// The axis, a band for each thread, and the *ready* line.
  private var background: String {
    var lines: [String] = []
    for index in tracks.indices {
      let y = Self.head + index * Self.row
      lines.append("<rect class=\"band\" y=\"\(y)\" width=\"100%\" height=\"\(Self.row - 4)\"/>")
    }
    let ready = scale.ready.map { scale.position(of: $0) }
    if scale.isCut, let ready {
      lines.append(
        """
        <rect class="later" x="\(ready.percent)" y="0" width="\((1 - ready).percent)" \
        height="\(height)"/>
        """)
    }
    let coarse = scale.ticks(about: 8)
    let fine = scale.ticks(about: 32).filter { tick in
      coarse.allSatisfy { abs($0 - tick) > scale.end * 1e-9 }
    }
    for (ticks, zoom) in [(coarse, 1), (fine, 4)] {
      lines += ticks.map { drawing(ofTick: $0, from: zoom) }
    }
    if let ready, let time = scale.ready {
      let x = ready.percent
      let side = ready > 0.5 ? "text-anchor=\"end\" dx=\"-5\"" : "dx=\"5\""
      let text = "ready \(Duration(milliseconds: time).text)"
      lines.append("<line class=\"ready\" x1=\"\(x)\" x2=\"\(x)\" y1=\"2\" y2=\"\(height)\"/>")
      lines.append("<text class=\"ready\" x=\"\(x)\" y=\"14\" \(side)>\(text)</text>")
    }
    return lines.joined(separator: "\n")
  }

  /// A line at a time, with its label, from a zoom factor upwards.
  private func drawing(ofTick tick: Double, from zoom: Int) -> String {
    let position = scale.position(of: tick)
    let x = position.percent
    // The last label has no space to its right.
    let isLast = position > 1 - 0.06 / Double(zoom)
    let side = isLast ? "text-anchor=\"end\" dx=\"-2\"" : "dx=\"2\""
    return """
      <line class="tick z\(zoom)" x1="\(x)" x2="\(x)" y1="22" y2="\(height)"/>\
      <text class="tick z\(zoom)" x="\(x)" y="34" \(side)>\(tick.tickLabel)</text>
      """
  }

  private func drawing(of index: Int) -> String {
    let y = Self.head + index * Self.row
    let tasks = tracks[index].tasks
    return tasks.enumerated().map { number, position in
      let next = number + 1 < tasks.count ? tasks[number + 1] : nil
      return wait(of: position, y: y) + bar(of: position, before: next, y: y)
    }.joined(separator: "\n")
  }

  /// A thin line under the bars, because several tasks may wait for a thread that runs another one.
  private func wait(of position: Int, y: Int) -> String {
    let task = report.tasks[position]
    guard let queued = task.queuedMilliseconds, let started = task.startedMilliseconds else {
      return ""
    }
    let (from, to) = (scale.position(of: queued), scale.position(of: started))
    guard (to - from) * Self.width * 8 > 1 else { return "" }
    return """
      <line class="waiting" x1="\(from.percent)" x2="\(to.percent)" y1="\(y + 24)" \
      y2="\(y + 24)"/>
      """
  }

  private func bar(of position: Int, before next: Int?, y: Int) -> String {
    let task = report.tasks[position]
    let (start, width) = extent(of: position)
    let name = task.name.rawValue.escaped
    let isCritical = critical.contains(task.name)
    // An outline would hide a bar that is not wider than itself.
    let isThin = width * Self.width < 7
    let classes = [
      "bar", task.stage.rawValue, isCritical && !isThin ? "critical" : "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
    let needed = Self.width(of: task.name.rawValue)
    var inside = ""
    var outside = ""
    let room = (next.map { extent(of: $0).start } ?? 1) - start - width
    if let zoom = Self.zooms.first(where: { width * Self.width * Double($0) >= needed }) {
      inside = shortened(task.name.rawValue, in: width, until: zoom)
      inside += "<text class=\"z\(zoom)\" x=\"4\" y=\"14\">\(name)</text>"
    } else if let zoom = Self.zooms.first(where: { room * Self.width * Double($0) >= needed }) {
      let x = (start + width).percent
      outside = "<text class=\"z\(zoom) beside\" x=\"\(x)\" dx=\"4\" y=\"\(y + 15)\">\(name)</text>"
    }
    if isThin, !task.isBad, inside.isEmpty {
      return """
        <rect class="bar \(task.stage.rawValue)" x="\(start.percent)" y="\(y + 1)" \
        width="\(width.percent)" height="20"><title>\(name): ran \(task.duration?.text ?? "–")</title></rect>\(outside)
        """
    }
    let hatch = task.isBad ? "<rect class=\"over\" width=\"100%\" height=\"100%\"/>" : ""
    let overlay = hatch + (isThin ? "" : "<line class=\"edge\" y2=\"20\"/>")
    return """
      <svg class="\(classes)" x="\(start.percent)" y="\(y + 1)" width="\(width.percent)" \
      height="20"><title>\(task.details(isCritical: isCritical).escaped)</title>\
      <rect width="100%" height="100%"/>\(overlay)\(inside)</svg>\(outside)
      """
  }

  /// A shorter form of a name, shown until the full name has room.
  private func shortened(_ name: String, in width: Double, until zoom: Int) -> String {
    let letters = Int((width * Self.width - 8) / Self.letter)
    guard zoom > 1, letters >= 6 else { return "" }
    let short = name.shortened(to: letters).escaped
    return "<text class=\"u\(zoom)\" x=\"4\" y=\"14\">\(short)</text>"
  }

  private static func width(of name: String) -> Double { Double(name.count) * letter + 8 }

  /// The left edge and the width of a bar, which is always wide enough to see.
  private func extent(of position: Int) -> (start: Double, width: Double) {
    let start = scale.position(of: report.start(of: position))
    let end = scale.position(of: report.end(of: position))
    return (min(start, 1 - 1.5 / Self.width), max(end - start, 1.5 / Self.width))
  }

  /// Lines from each task on the critical path to the next one.
  private var path: String {
    var ends: [ModuleName: (row: Int, position: Int)] = [:]
    for (row, track) in tracks.enumerated() {
      for position in track.tasks where critical.contains(report.tasks[position].name) {
        ends[report.tasks[position].name] = (row, position)
      }
    }
    let path = report.criticalPath.compactMap { ends[$0] }
    return zip(path, path.dropFirst()).map { first, next in
      let end = scale.position(of: report.end(of: first.position))
      let start = scale.position(of: report.start(of: next.position))
      return """
        <line class="path" x1="\(end.percent)" y1="\(middle(of: first.row))" \
        x2="\(start.percent)" y2="\(middle(of: next.row))"/>
        """
    }.joined(separator: "\n")
  }

  private func middle(of row: Int) -> Int { Self.head + row * Self.row + 11 }
}

extension LaunchStage {
  /// The stage as text for people.
  package var label: String {
    switch self {
    case .first: "first"
    case .beforeReady: "before ready"
    case .afterReady: "after ready"
    case .idle: "idle"
    case .onDemand: "on demand"
    }
  }
}

extension LaunchReport.Task {
  /// Whether it ended in any way but success.
  var isBad: Bool { outcome != nil && outcome != .succeeded }

  /// The details of the task, one per line, shown when a reader points at it.
  func details(isCritical: Bool) -> String {
    [
      name.rawValue, "\(stage.label), on \(track)",
      started.map { "started at \($0.text)" },
      waited.map { "waited for its thread \($0.text)" },
      duration.map { "ran \($0.text)" },
      isCritical ? "on the critical path" : slack.map { "slack \($0.text)" },
      releasedBy.map { "started by \($0)" }, outcomeText,
    ].compactMap(\.self).joined(separator: "\n")
  }
}
