// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryInspector
internal import GantryLaunch

extension InspectCommand {
  /// `gantry inspect events`: follows the events.
  struct Events: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "events",
      abstract: "Follow the events that are sent, and the handlers that have returned.",
      discussion: "Only names and times are shown: the values of events may be secret.")

    @OptionGroup var following: FollowingOptions

    @Option(help: "Only the handlers of this module.")
    var module: String?

    @Option(help: "Only this event.")
    var event: String?

    func result() throws(ToolFailure) -> ToolResult {
      try following.follow { entry in
        entry.kind != .call && (module == nil || module == entry.module)
          && (event == nil || event == entry.subject)
      }
    }
  }

  /// `gantry inspect routes`: follows the calls of routes.
  struct Routes: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "routes",
      abstract: "Follow the calls of routes, each with its time and outcome.",
      discussion: "Patterns are shown, not URLs: these may carry secrets.")

    @OptionGroup var following: FollowingOptions

    @Option(help: "Only the routes of this module.")
    var module: String?

    func result() throws(ToolFailure) -> ToolResult {
      try following.follow { $0.kind == .call && (module == nil || module == $0.module) }
    }
  }

  /// `gantry inspect timings`: shows the times of handlers and routes.
  struct Timings: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "timings",
      abstract: "Show the times of event handlers and routes within the last minute.")

    @OptionGroup var running: RunningOptions

    func result() throws(ToolFailure) -> ToolResult {
      let app = try running.find()
      let state = try app.state()
      let timings = Timing.all(of: try app.part(try app.ask(.record).entries))
      var table = TextTable(
        ["kind", "module", "name", "calls", "median", "p95", "longest"], numeric: [3, 4, 5, 6])
      for timing in timings { table.add(timing.cells) }
      let seconds = Duration.seconds(min(60, state.recordedSeconds)).text
      let note = "Watched for \(seconds): since the first look at the app, a minute at most."
      return try running.result(
        "timings", timings, (timings.isEmpty ? ["No calls."] : [table.text]) + [note])
    }
  }
}

/// The calls of a handler or a route.
struct Timing: Encodable {
  let kind: InspectedEntry.Kind
  let module: String
  /// The event, or the pattern of the route.
  let name: String
  let count: Int
  let medianMilliseconds: Double
  let percentile95Milliseconds: Double
  let longestMilliseconds: Double

  /// The calls in a record, the slowest first.
  static func all(of entries: [InspectedEntry]) -> [Timing] {
    Dictionary(grouping: entries.filter { $0.milliseconds != nil }) {
      [$0.kind.rawValue, $0.module ?? "", $0.subject]
    }.values.compactMap { entries -> Timing? in
      let times = entries.compactMap(\.milliseconds).sorted()
      guard let entry = entries.first, let longest = times.last else { return nil }
      // The least time that at least this share of the calls didn't exceed.
      func rank(_ percent: Int) -> Double { times[max(1, (times.count * percent + 99) / 100) - 1] }
      return Timing(
        kind: entry.kind, module: entry.module ?? "", name: entry.subject, count: times.count,
        medianMilliseconds: rank(50), percentile95Milliseconds: rank(95),
        longestMilliseconds: longest)
    }.sorted {
      ($1.percentile95Milliseconds, $0.module, $0.name)
        < ($0.percentile95Milliseconds, $1.module, $1.name)
    }
  }

  /// The row for people.
  var cells: [String] {
    [kind.rawValue, module, name, "\(count)"]
      + [medianMilliseconds, percentile95Milliseconds, longestMilliseconds].map(ModuleView.time)
  }
}

/// How a command follows a record.
struct FollowingOptions: ParsableArguments {
  /// The time between two questions, in seconds.
  private static let pause = 0.25

  @OptionGroup var running: RunningOptions

  @Option(help: "Begin with the last seconds, up to 60, as far as they were recorded.")
  var since: Double?

  @Option(help: "End after this many lines. By default, follow until the app ends.")
  var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("'--count' must be 1 or more, not \(count).") }
    guard since.map({ (0...60).contains($0) }) ?? true else {
      throw ValidationError("'--since' must be from 0 to 60.")
    }
  }

  /// Prints entries as they come.
  func follow(_ isShown: (InspectedEntry) -> Bool) throws(ToolFailure) -> ToolResult {
    var app = try running.find()
    let state = try app.state()
    var last = 0
    var left = count ?? .max
    let first = since.map { state.recordedSeconds - $0 }
    if first == nil { last = try app.part(try app.ask(.record).entries).last?.number ?? 0 }
    while left > 0 {
      if app.suspension != nil {
        Thread.sleep(forTimeInterval: Self.pause)
        continue
      }
      let entries: [InspectedEntry]
      do throws(ToolFailure) {
        entries = try app.part(try app.ask(.record, since: last).entries)
      } catch  where error.exit == .unavailable {
        guard let next = app.reconnected() else {
          return ToolResult(errors: ["\(state.name) has ended."])
        }
        app = next
        continue
      }
      last = entries.last?.number ?? last
      let shown = entries.filter { isShown($0) && $0.seconds >= first ?? 0 }.prefix(left)
      left -= shown.count
      if !shown.isEmpty { try write(Array(shown)) }
      if left > 0 { Thread.sleep(forTimeInterval: Self.pause) }
    }
    return ToolResult()
  }

  private func write(_ entries: [InspectedEntry]) throws(ToolFailure) {
    let lines = try entries.map { entry throws(ToolFailure) in
      running.format == .text
        ? entry.line
        : try ToolJSON.text(of: NamedValue(name: "entry", value: entry), isLine: true)
    }
    do {
      let text = lines.map { "\($0)\n" }.joined().visible
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw OutputFile.failure("standard output", error)
    }
  }
}

extension InspectedEntry {
  /// The entry for people, with the seconds since the beginning of the record.
  var line: String {
    let time = milliseconds.map { ", \(Duration(milliseconds: $0).text)" } ?? ""
    let owner = module.map { "\($0): " } ?? ""
    return "\(Self.clock(seconds))  \(kind.rawValue)  \(subject)  \(owner)\(details)\(time)"
  }

  /// A number of seconds with three decimals, for columns.
  static func clock(_ seconds: Double) -> String { String(format: "%.3f", seconds) }
}
