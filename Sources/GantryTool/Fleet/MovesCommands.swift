// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryLaunch

extension FleetCommand {
  /// `gantry fleet moves`: replays recorded launches with another plan.
  struct Moves: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "moves",
      abstract: "Find the tasks that should run elsewhere or later, so that ready comes sooner.",
      discussion: """
        Replays the recorded times of up to 20000 launches of each device class after each move that \
        the graph allows: off the main lane, after ready, on demand, or without one `wants:`. "At \
        least" marks tasks that few launches wait for: their move also frees storage and processor, \
        which a replay can't know.
        """)

    @OptionGroup var files: FleetFiles
    @OptionGroup var app: FleetApp

    @Option(
      help: ArgumentHelp("The most launches of a class, chosen by a hash.", valueName: "number"))
    var launches = 2_000

    @Option(help: ArgumentHelp("The kind of launches. By default, again.", valueName: "kind"))
    var kind: String?

    @Option(help: "Output format: tables (text), or a JSON object (json).")
    var format = TextFormat.text

    func validate() throws {
      guard (1...20_000).contains(launches) else {
        throw ValidationError("'--launches' must be from 1 to 20000, not \(launches).")
      }
      guard files.plan.count == 1 else {
        throw ValidationError("Give one '--plan', the document of the plan whose tasks are moved.")
      }
    }

    /// A recorded launch, with the numbers of its arrays as words.
    private struct Row: Decodable {
      let device: String
      let workers: Int?
      let weight: Double
      let ready: Double
      let run: String
      let path: String
    }

    func result() throws(ToolFailure) -> ToolResult {
      let document = try PlanDocument.read(files.plan[0])
      let (_, answers) = try DuckDB(files, app: app.app).answers(
        after: DuckDB.choice(ofKind: kind), [("moves", sql(document.plan))])
      let rows = try DuckDB.rows(Row.self, answers["moves"] ?? Data())
      guard !rows.isEmpty else {
        throw ToolFailure(
          """
          There are no launches of the plan \(document.plan)\(kind.map { " and the kind \($0)" } ?? ""). The document is \
          of another build: `gantry plan --document` prints one for each build.
          """, .faults)
      }
      let names = document.tasks.filter { !$0.join }.map(\.name)
      let graph = RecordedGraph(document)
      let replays = Dictionary(grouping: rows, by: \.device).sorted { $0.key < $1.key }
        .compactMap { device, rows in
          LaunchReplay(device, rows.map { Self.launch($0, names) }, of: graph)
        }
      return try replays.result(format)
    }

    private func sql(_ plan: String) -> String {
      let text = FleetEngine.duckdb.text
      return """
        WITH places AS (
          SELECT id, row_number() OVER (PARTITION BY device ORDER BY md5(id), id) AS place
          FROM launches WHERE reason = 'sample' AND kind = getvariable('kind') AND plan = \(text(plan))
            AND ready > 0 AND coalesce(len(failed), 0) = 0)
        SELECT coalesce(nullif(device, ''), '\(FleetQuery.noClass)') AS device, workers, weight, ready,
          array_to_string(run, ' ') AS run, array_to_string(path, ' ') AS path
        FROM launches WHERE id IN (SELECT id FROM places WHERE place <= \(launches))
          AND plan = \(text(plan))
        ORDER BY device, md5(id), id
        """
    }

    private static func launch(_ row: Row, _ names: [String]) -> LaunchReplay.Launch {
      let runs = row.run.split(separator: " ").map { Int64($0) ?? 0 }
      let path = row.path.split(separator: " ").compactMap { Int($0) }
      return LaunchReplay.Launch(
        workers: max(1, row.workers ?? 2), weight: row.weight,
        ready: Duration(milliseconds: row.ready / 1_000),
        durations: Dictionary(
          zip(names, runs.map { .microseconds(max(0, $0)) }), uniquingKeysWith: { $1 }),
        path: Set(path.filter(names.indices.contains).map { names[$0] }))
    }
  }
}

extension ReportCommand {
  /// `gantry report moves`: replays one launch with another plan.
  struct Moves: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "moves",
      abstract: "Replay a launch with each task off the main lane or later, and show what helps.",
      discussion: """
        One launch is a hint: `gantry fleet moves` replays those of many users. "At least" marks \
        tasks that ready did not wait for.
        """)

    @OptionGroup var report: ReportOptions

    @Option(help: "Output format: a table (text), or a JSON object (json).")
    var format = TextFormat.text

    func result() throws(ToolFailure) -> ToolResult {
      let launch = try ReportFile.read(report.file)
      guard let ready = launch.timeToReady else {
        throw ToolFailure("\(report.file): the app was not ready, so no move can help.", .faults)
      }
      let recorded = LaunchReplay.Launch(
        workers: launch.circumstances?.workers ?? 2, weight: 1, ready: ready,
        durations: Dictionary(
          launch.tasks.compactMap { task in task.duration.map { (task.name.rawValue, $0) } },
          uniquingKeysWith: { $1 }), path: Set(launch.criticalPath.map(\.rawValue)))
      guard let replay = LaunchReplay("", [recorded], of: RecordedGraph(launch)) else {
        throw ToolFailure("\(report.file): the tasks of the report have no plan.", .faults)
      }
      return try [replay].result(format, writingTo: report.output)
    }
  }
}

extension [LaunchReplay] {
  private struct List: Encodable {
    let schemaVersion = 1
    let classes: [LaunchReplay]
  }

  fileprivate func result(
    _ format: TextFormat, writingTo path: String? = nil
  ) throws(ToolFailure) -> ToolResult {
    let text =
      format == .json
      ? try ToolJSON.text(of: List(classes: self))
      : map(\.table.text).joined(separator: "\n\n")
    return try ToolResult(text, writingTo: path)
  }
}
