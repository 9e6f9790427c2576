// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
internal import GantrySupport

extension LaunchReport {
  /// Returns the launch in the Trace Event Format, which Perfetto and Chrome's tracing page open.
  ///
  /// Each thread has a track, and tasks that a pool ran at the same time have separate tracks, so
  /// slices never overlap. Arrows go from a task to the tasks that it released, and a line shows
  /// *ready*.
  ///
  /// - Parameter process: The name of the process to show.
  /// - Returns: A JSON object with `traceEvents`.
  /// - Complexity: O(n log n).
  public func chromeTrace(process: String = "launch") -> String {
    let events = ChromeTrace(self, process: process).events
    return JSONText.object([
      ("displayTimeUnit", .string("ms")), ("traceEvents", .array(events)),
    ]).text
  }
}

/// Turns a report into trace events.
///
/// The format is "Trace Event Format", Google, chapters "Complete Events", "Flow Events", "Instant
/// Events" and "Metadata Events"; times are microseconds, with nanoseconds as decimals.
private struct ChromeTrace {
  private typealias Members = [(String, JSONText)]

  private let report: LaunchReport
  private let process: String
  private let tracks: [LaunchTrack]
  private let critical: Set<ModuleName>
  /// The track of each task that ran, counted from 1.
  private var trackOf: [Int: Int] = [:]

  init(_ report: LaunchReport, process: String) {
    self.report = report
    self.process = process
    tracks = LaunchTrack.tracks(of: report)
    critical = Set(report.criticalPath)
    for (index, track) in tracks.enumerated() {
      for task in track.tasks { trackOf[task] = index + 1 }
    }
  }

  var events: [JSONText] {
    let slices = tracks.flatMap(\.tasks).map(slice)
    let flows = report.tasks.indices.flatMap(flow)
    return names + slices + flows + ready
  }

  /// The names of the process and its tracks, and the order of the tracks.
  private var names: [JSONText] {
    [metadata("process_name", track: 0, ("name", .string(process)))]
      + tracks.enumerated().flatMap { index, track in
        [
          metadata("thread_name", track: index + 1, ("name", .string(track.name))),
          metadata("thread_sort_index", track: index + 1, ("sort_index", .integer(index + 1))),
        ]
      }
  }

  private var ready: [JSONText] {
    guard let ready = report.readyMilliseconds else { return [] }
    return [
      .object([
        ("ph", .string("i")), ("s", .string("g")), ("name", .string("ready")),
        ("cat", .string("launch")), ("ts", time(nanoseconds(ready))), ("pid", .integer(1)),
        ("tid", .integer(tracks.isEmpty ? 0 : 1)),
      ])
    ]
  }

  private func metadata(_ name: String, track: Int, _ value: (String, JSONText)) -> JSONText {
    .object([
      ("ph", .string("M")), ("name", .string(name)), ("pid", .integer(1)),
      ("tid", .integer(track)), ("args", .object([value])),
    ])
  }

  private func slice(_ position: Int) -> JSONText {
    let task = report.tasks[position]
    let begin = start(of: position)
    var details: Members = [
      ("outcome", .string(task.outcomeText)),
      ("started by", .string(task.releasedBy?.description ?? "")),
      ("tries", .integer(task.attempts)),
    ]
    if let waited = task.waited { details.append(("waited", .string(waited.text))) }
    let slack = task.slackText(isCritical: critical.contains(task.name))
    if !slack.isEmpty { details.append(("slack", .string(slack))) }
    return .object([
      ("ph", .string("X")), ("name", .string(task.name.rawValue)),
      ("cat", .string(task.stage.rawValue)),
      ("ts", time(begin)), ("dur", time(end(of: position) - begin)), ("pid", .integer(1)),
      ("tid", .integer(trackOf[position] ?? 0)), ("args", .object(details)),
    ])
  }

  /// An arrow from a task to another one that it released, possibly through joins.
  private func flow(_ position: Int) -> [JSONText] {
    var first = LaunchReport.releaser(of: position, in: report.tasks)
    while let join = first, trackOf[join] == nil {
      first = LaunchReport.releaser(of: join, in: report.tasks)
    }
    guard let first, let from = trackOf[first], let track = trackOf[position] else { return [] }
    // An arrow belongs to the slice in which it begins; at the very end of a slice, it would begin
    // in the next one.
    let departure = max(start(of: first), end(of: first) - 1)
    let arrival = start(of: position)
    guard departure <= arrival else { return [] }
    let common: Members = [
      ("name", .string("released")), ("cat", .string("launch")), ("id", .integer(position + 1)),
      ("pid", .integer(1)),
    ]
    return [
      .object([("ph", .string("s")), ("ts", time(departure)), ("tid", .integer(from))] + common),
      .object(
        [
          ("ph", .string("f")), ("bp", .string("e")), ("ts", time(arrival)),
          ("tid", .integer(track)),
        ] + common),
    ]
  }

  private func start(of position: Int) -> Int { nanoseconds(report.start(of: position)) }

  private func end(of position: Int) -> Int { nanoseconds(report.end(of: position)) }

  private func nanoseconds(_ milliseconds: Double) -> Int {
    // A damaged file may contain anything; a year is longer than any launch.
    Int((min(max(milliseconds, 0), 3.2e10) * 1e6).rounded())
  }

  private func time(_ nanoseconds: Int) -> JSONText {
    let rest = String(nanoseconds % 1_000)
    let zeros = String(repeating: "0", count: 3 - rest.count)
    return .number("\(nanoseconds / 1_000).\(zeros)\(rest)")
  }
}

/// A JSON value, written without spaces; members keep their order.
private enum JSONText {
  case string(String)
  case integer(Int)
  /// A number that is already formatted.
  case number(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// The value as JSON.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .string(let value): Self.quote(value, to: &text)
    case .integer(let value): text += String(value)
    case .number(let value): text += value
    case .array(let values):
      text += "["
      for (position, value) in values.enumerated() {
        if position > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (position, member) in members.enumerated() {
        if position > 0 { text += "," }
        Self.quote(member.0, to: &text)
        text += ":"
        member.1.write(to: &text)
      }
      text += "}"
    }
  }

  /// Writes a string, and escapes the characters that RFC 8259 requires.
  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
