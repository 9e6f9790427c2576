// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
internal import GantrySupport

extension LaunchReport {
  /// Returns the launch as a picture: a row for each task in starting order, or for each module if
  /// there are many tasks.
  ///
  /// It shows the critical path, waits for a thread, and *ready* as a line. The picture needs no
  /// other file, and adapts to light and dark mode.
  ///
  /// - Parameter title: The heading of the picture.
  /// - Returns: A complete SVG document.
  /// - Complexity: O(n log n).
  public func svg(title: String = "Launch") -> String { svg(title: title, around: nil) }

  /// The picture of some modules of the launch; nil takes all.
  package func svg(title: String, around neighborhood: LaunchNeighborhood?) -> String {
    LaunchPicture(self, title: title, around: neighborhood).svg
  }

  /// The modules near a module or task of the launch; nil if none has that name.
  package func neighborhood(of name: String, depth: Int) -> LaunchNeighborhood? {
    let known = tasks.indices
    return LaunchNeighborhood(
      of: name, depth: depth,
      in: tasks.map { task in
        // The positions in a file may point anywhere.
        let needs = task.dependencies.filter { $0.reason != .first }.map(\.position)
          .filter(known.contains)
        return (task.name.rawValue, task.owner.rawValue, needs.map { tasks[$0].owner.rawValue })
      })
  }
}

/// Draws a launch along its time.
struct LaunchPicture {
  static let width = 1_000.0
  static let margin = 16.0
  static let letter = 6.5
  static let row = 20.0
  /// The top of the rows; above them are the heading and the axis.
  static let head = 100.0
  private static let longest = 30

  let report: LaunchReport
  let rows: [LaunchRows.Row]
  let scale: TimeScale
  private let critical: Set<ModuleName>
  private let title: String
  private let facts: String
  /// The range of times that is drawn, if it is only a part.
  private let window: ClosedRange<Double>?
  /// The left edge and the width of the time axis.
  private let left: Double
  private let span: Double

  init(_ report: LaunchReport, title: String, around neighborhood: LaunchNeighborhood?) {
    self.report = report
    self.title = title
    let shown = LaunchRows(report, of: neighborhood?.modules)
    rows = shown.rows
    scale = TimeScale(report)
    critical = Set(report.criticalPath)
    facts = Self.facts(report, shown, neighborhood)
    window = neighborhood == nil ? nil : Self.window(of: rows.flatMap(\.tasks), in: report)
    let names = rows.map { min(Self.longest, $0.label.count) }.max() ?? 0
    let times = rows.map(\.times.count).max() ?? 0
    left = Self.margin + Double(names + 2) * Self.letter + 20
    span = Self.width - left - Double(times) * Self.letter - 12 - Self.margin
  }

  /// The picture as a document of its own.
  var svg: String {
    let legend = legend
    let height = bottom + 14 + legend.height
    let size = (pixels(Self.width), pixels(height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="launch" width="\(size.0)" \
      height="\(size.1)" viewBox="0 0 \(size.0) \(size.1)" role="img" aria-label="\(title.escaped)">
      <style>
      \(Self.style)
      </style>
      \(PageStyle.hatch)
      <rect class="paper" width="100%" height="100%"/>
      \(words("heading", title, x: Self.margin, y: 26))
      \(words("soft", facts, x: Self.margin, y: 46))
      \(bands)
      \(axis)
      \(rows.indices.map(drawing).joined(separator: "\n"))
      \(path)
      \(legend.text)
      </svg>

      """
  }

  /// The bottom of the rows.
  var bottom: Double { Self.head + Double(rows.count) * Self.row }

  private static func facts(
    _ report: LaunchReport, _ shown: LaunchRows, _ neighborhood: LaunchNeighborhood?
  ) -> String {
    var facts = [report.headline]
    if let neighborhood {
      let others = (neighborhood.modules.count - 1).counted("module")
      facts.append("\(neighborhood.center) and \(others) around it")
    }
    if shown.isByModule { facts.append("a row for each module") }
    return facts.joined(separator: "; ")
  }

  /// The horizontal position of a time.
  func x(_ time: Double) -> Double {
    guard let window else { return left + scale.position(of: time) * span }
    let share = (time - window.lowerBound) / (window.upperBound - window.lowerBound)
    return left + min(max(share, 0), 1) * span
  }

  /// Whether the axis has two scales. The axis of a part has only one, and may not include *ready*.
  var isCut: Bool { window == nil && scale.isCut }

  private var ready: Double? {
    scale.ready.flatMap { window?.contains($0) == false ? nil : $0 }
  }

  private static func window(of tasks: [Int], in report: LaunchReport) -> ClosedRange<Double>? {
    let starts = tasks.map {
      min(report.start(of: $0), report.tasks[$0].queuedMilliseconds ?? .infinity)
    }
    guard let start = starts.min(), let end = tasks.map({ report.end(of: $0) }).max(), start < end
    else { return nil }
    return start...end
  }

  private func y(_ row: Int) -> Double { Self.head + Double(row) * Self.row }

  // MARK: - Axis

  private var axis: String {
    guard !rows.isEmpty else { return "" }
    let (top, end) = (Self.head - 6, bottom + 2)
    let later = isCut ? ready.map { x($0) } : nil
    let shade = later.map { x in
      box("later", x: x, y: top, width: left + span - x, height: end - top)
    }
    let ticks =
      window.map { TimeScale.ticks(from: $0.lowerBound, to: $0.upperBound, about: 8) }
      ?? scale.ticks(about: 8)
    let name = words("soft", "time since start", x: left - 20, y: Self.head - 12, isAtEnd: true)
    let marks = [name] + ticks.map { line("tick", from: (x($0), top), to: (x($0), end)) }
    guard let time = ready else {
      return ([shade].compactMap(\.self) + marks + ticks.map(label)).joined(separator: "\n")
    }
    // The label of *ready* is above those of the axis.
    let text = "ready \(Duration(milliseconds: time).text)"
    let (position, room) = (x(time), Double(text.count) * Self.letter + 14)
    let leansLeft = position - left > room
    return
      ([shade].compactMap(\.self) + marks + ticks.map(label) + [
        line("ready", from: (position, 60), to: (position, end)),
        words(
          "ready", text, x: position + (leansLeft ? -5 : 5), y: Self.head - 30, isAtEnd: leansLeft),
      ]).joined(separator: "\n")
  }

  private func label(of tick: Double) -> String {
    let isLast = x(tick) > left + span - 40
    return words(
      "soft", tick.tickLabel, x: x(tick) + (isLast ? -2 : 2), y: Self.head - 12, isAtEnd: isLast)
  }

  // MARK: - Rows

  private var bands: String {
    stride(from: 0, to: rows.count, by: 2).map { index in
      box("band", x: 0, y: y(index), width: Self.width, height: Self.row)
    }.joined(separator: "\n")
  }

  private func drawing(of index: Int) -> String {
    let row = rows[index]
    let (top, text) = (y(index), y(index) + 14)
    let style = row.isCritical ? "critical" : ""
    let label = row.label.shortened(to: Self.longest)
    return [
      words(style, label, x: left - 20, y: text, isAtEnd: true),
      row.isCritical ? words(style, "›", x: left - 14, y: text) : "",
      words("soft", row.times, x: Self.width - Self.margin, y: text, isAtEnd: true),
      row.tasks.map { bar($0, top) }.joined(separator: "\n"),
    ].joined()
  }

  private func bar(_ position: Int, _ top: Double) -> String {
    let task = report.tasks[position]
    let start = min(x(report.start(of: position)), left + span - 1.5)
    let width = max(1.5, x(report.end(of: position)) - start)
    let queued = task.queuedMilliseconds.map { x($0) } ?? start
    let middle = top + Self.row / 2
    let wait =
      start - queued > 1 ? line("waiting", from: (queued, middle), to: (start, middle)) : ""
    // An outline would hide a bar that is not wider than the outline.
    let isOutlined = critical.contains(task.name) && width > 4
    let classes = [
      task.stage.rawValue, task.lane == .main ? "main" : "", isOutlined ? "critical" : "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
    func mark(_ style: String) -> String {
      box(style, x: start, y: top + 4, width: width, height: Self.row - 8)
    }
    return """
      \(wait)<g class="bar \(classes)"><title>\(task.details(isCritical: critical.contains(task.name)).escaped)</title>\(mark(""))\
      \(task.isBad ? mark("over") : "")</g>
      """
  }

  /// Lines from each task on the critical path to the next one.
  private var path: String {
    var positions: [ModuleName: (row: Int, task: Int)] = [:]
    for (index, row) in rows.enumerated() {
      for task in row.tasks where critical.contains(report.tasks[task].name) {
        positions[report.tasks[task].name] = (index, task)
      }
    }
    let steps = report.criticalPath.map { positions[$0] }
    return zip(steps, steps.dropFirst()).compactMap { first, next in
      guard let first, let next, first.row != next.row else { return nil }
      let middle = Self.row / 2
      let side = first.row < next.row ? 4 : -4.0
      let (from, to) = (x(report.end(of: first.task)), x(report.start(of: next.task)))
      return """
        <path class="path" d="M\(pixels(from)) \(pixels(y(first.row) + middle + side))\
        V\(pixels(y(next.row) + middle))H\(pixels(to))"/>
        """
    }.joined(separator: "\n")
  }

  // MARK: - Elements

  func line(
    _ style: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) -> String {
    """
    <line class="\(style)" x1="\(pixels(start.x))" y1="\(pixels(start.y))" \
    x2="\(pixels(end.x))" y2="\(pixels(end.y))"/>
    """
  }

  func box(_ style: String, x: Double, y: Double, width: Double, height: Double) -> String {
    """
    <rect class="\(style)" x="\(pixels(x))" y="\(pixels(y))" width="\(pixels(width))" \
    height="\(pixels(height))"/>
    """
  }

  func words(
    _ style: String, _ text: String, x: Double, y: Double, isAtEnd: Bool = false
  ) -> String {
    """
    <text class="\(style)" x="\(pixels(x))" y="\(pixels(y))"\
    \(isAtEnd ? " text-anchor=\"end\"" : "")>\(text.escaped)</text>
    """
  }
}

/// The length as the value of an attribute.
func pixels(_ value: Double) -> String { value.text(decimals: 1) }

extension Double {
  /// A time in milliseconds, as an axis label.
  var tickLabel: String {
    func short(_ value: Double) -> String {
      let text = value.text(decimals: 2)
      return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }
    return self == 0 ? "0" : self >= 1_000 ? "\(short(self / 1_000)) s" : "\(short(self)) ms"
  }
}
