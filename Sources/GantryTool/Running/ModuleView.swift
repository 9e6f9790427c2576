// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryInspector
internal import GantryLaunch

/// A module of a running app, with its state and all that is known of it.
struct ModuleView: Encodable {
  let name: String
  let state: String
  let reasons: [String]
  let stage: LaunchStage
  let lanes: [String]
  let isEssential: Bool
  /// The time of its `init`; nil if it wasn't created.
  let initMilliseconds: Double?
  /// The time from the beginning of its first task before *ready* to the end of its last; nil if it
  /// has none.
  let launchMilliseconds: Double?
  /// Its dependencies, with the form of each.
  let needs: [Need]
  /// The modules that depend on it.
  let dependents: [String]
  let mailbox: String?
  let runs: [String]
  let handlers: [String]
  let routes: [String]
  let interceptors: [String]
  let services: [String]
  let target: String
  let declaredAt: String

  /// Returns the views of all modules.
  static func all(
    _ app: InspectedApp, _ graph: AppGraph, _ report: LaunchReport?, runs: [InspectedWork]
  ) -> [ModuleView] {
    let needs = graph.needs
    let dependents = Dictionary(
      grouping: graph.links.filter { $0.strength != .order }, by: \.needed)
    let tasks = Dictionary(grouping: report?.tasks ?? [], by: \.owner.rawValue)
    let entries = Dictionary(
      graph.manifest.modules.map { ($0.name.rawValue, $0) },
      uniquingKeysWith: { first, _ in first })
    let work = Dictionary(grouping: runs, by: \.name)
    return app.modules.compactMap { module in
      guard let entry = entries[module.name] else { return nil }
      let head = graph.head(of: entry.name)
      let own = (tasks[module.name] ?? []).filter { !$0.isJoin && $0.started != nil }
      return ModuleView(
        name: module.name, state: module.state, reasons: module.reasons, stage: head.stage,
        lanes: Set(own.map(\.lane.rawValue)).sorted(), isEssential: head.isEssential,
        initMilliseconds: own.first { $0.role == .creation }?.duration?.milliseconds,
        launchMilliseconds: launchMilliseconds(own),
        needs: (needs[module.name] ?? []).map(Need.init),
        dependents: Set((dependents[module.name] ?? []).map(\.waiting)).sorted(),
        mailbox: module.mailbox,
        runs: entry.runs.flatMap { (work[$0.name] ?? []).map(\.words) },
        handlers: entry.handlers.map { "\($0.function) (\($0.event))" },
        routes: entry.routes.map(\.pattern),
        interceptors: entry.interceptors.map(\.name),
        services: entry.provides.map(\.type.withoutSwiftModules), target: entry.target,
        declaredAt: entry.declaredAt)
    }
  }

  /// Returns the time from the first start to the last end before *ready*; nil if no task ran
  /// before it.
  static func launchMilliseconds(_ tasks: [LaunchReport.Task]) -> Double? {
    let early = tasks.filter { $0.stage <= .beforeReady }
    guard let start = early.compactMap(\.startedMilliseconds).min(),
      let end = early.compactMap(\.finishedMilliseconds).max()
    else { return nil }
    return Duration(milliseconds: end - start).milliseconds
  }

  /// Returns the views of an app's modules.
  static func all(of app: RunningApp) throws(ToolFailure) -> [ModuleView] {
    all(
      try app.state(), AppGraph(try app.manifest()), try app.ask(.report).report,
      runs: try app.part(try app.ask(.runs).runs))
  }

  static let head = ["module", "state", "stage", "lane", "launch"]

  /// The cells of its row in a list, with the reasons for its state apart.
  var cells: [String] {
    [
      name, state, stage.rawValue + (isEssential ? ", essential" : ""),
      lanes.joined(separator: ", "), Self.time(launchMilliseconds),
    ]
  }

  var why: String { reasons.joined(separator: " ← ") }

  /// The other facts for people, each with its name; those without a value are left out.
  var facts: [(name: String, text: String)] {
    [
      ("init", Self.time(initMilliseconds)),
      ("needs", needs.isEmpty ? "" : Need.text(of: needs)),
      ("needed by", dependents.joined(separator: ", ")), ("mailbox", mailbox ?? ""),
      ("runs", runs.joined(separator: "\n")), ("events", handlers.joined(separator: ", ")),
      ("routes", routes.joined(separator: ", ")),
      ("interceptors", interceptors.joined(separator: ", ")),
      ("services", services.joined(separator: ", ")),
      ("target", target), ("declared at", declaredAt),
    ].filter { !$0.1.isEmpty }
  }

  /// A time for people; empty if there is none.
  static func time(_ milliseconds: Double?) -> String {
    milliseconds.map { Duration(milliseconds: $0).text } ?? ""
  }
}
