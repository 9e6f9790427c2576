// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantrySupport

/// `gantry fleet`: asks about the launches of many users.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Ask which build and task made the launches of many users slower.",
    discussion: """
      Reads rows of launches, which an app with the library GantryFleet sends. The rows stay where \
      you store them: an installed DuckDB answers all questions, and `gantry fleet sql` prints them \
      for ClickHouse and Spark.
      """,
    subcommands: [Report.self, Moves.self, SQL.self, Schema.self])
}

extension FleetCommand {
  /// `gantry fleet schema`: prints the tables.
  struct Schema: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema", abstract: "Print the tables that the questions are about.")

    @Option(help: "The database.")
    var engine = FleetEngine.duckdb

    func result() throws(ToolFailure) -> ToolResult {
      ToolResult(output: [FleetSchema.statements(engine)])
    }
  }

  /// `gantry fleet sql`: prints a question.
  struct SQL: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "sql",
      abstract: "Print a question about launches as SQL.",
      discussion: (["Questions:"]
        + FleetQuestion.allCases.map { question in
          "  \(question.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0))\(question.words)"
        }).joined(separator: "\n"))

    @Argument(help: ArgumentHelp("The question.", valueName: "question"))
    var question: String

    @Option(help: "The database.")
    var engine = FleetEngine.duckdb

    @OptionGroup var app: FleetApp
    @OptionGroup var sides: FleetSides

    func result() throws(ToolFailure) -> ToolResult {
      ToolResult(output: [sides.sql(try FleetQuestion(named: question), engine, app.app)])
    }
  }

  /// `gantry fleet report`: asks all questions.
  struct Report: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Compare two builds: how ready changed, for which users, because of which task.",
      discussion: """
        Without '--from' and '--to', compares the two builds with the newest launches. Launches of \
        one device class, source and kind are compared: ready and each task's time, launches that \
        are never ready, deaths, safe mode, and each task's failures.

        Exit codes: 0 if nothing became worse by more than chance explains, 1 if something did, and \
        2 if the builds can't be judged, for example because one has too few launches.
        """)

    @OptionGroup var files: FleetFiles
    @OptionGroup var app: FleetApp
    @OptionGroup var sides: FleetSides

    @Option(help: "Output format: tables (text), a JSON object (json), or a page (html).")
    var format = FleetFormat.text

    @Option(help: "The file to write. By default, standard output.")
    var output: String?

    func result() throws(ToolFailure) -> ToolResult {
      let report: FleetReport
      do throws(ToolFailure) {
        report = try FleetReport(files, app.app, sides)
      } catch {
        // The status of a worse build is for worse builds alone.
        var failure = error
        if error.exit == .faults { failure = ToolFailure(error.message, .undecided) }
        var result = ToolResult()
        if error.exit == .unavailable, !files.hasDatabase {
          result.output = FleetQuestion.allCases.map { sides.sql($0, .duckdb, app.app) + "\n" }
        }
        result.add(failure)
        return result
      }
      let text =
        switch format {
        case .text: report.text
        case .json: try ToolJSON.text(of: report)
        case .html: report.html
        }
      var result = try ToolResult(text, writingTo: output)
      result.exit = report.verdict.exit
      return result
    }
  }
}

/// The forms of a report.
enum FleetFormat: String, CaseIterable, ExpressibleByArgument { case text, json, html }

/// The launches that are compared.
struct FleetSides: ParsableArguments {
  @Option(help: ArgumentHelp("The build before.", valueName: "build"))
  var from: String?

  @Option(help: ArgumentHelp("The build after.", valueName: "build"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "The smallest change of a time or rate that counts, in percent.", valueName: "percent"))
  var atLeast = 2.0

  @Option(
    help: ArgumentHelp(
      "The kind of launches: first, again, prewarmed or unknown. By default, again.",
      valueName: "kind"))
  var kind: String?

  func validate() throws {
    guard atLeast >= 0, atLeast.isFinite else {
      throw ValidationError("'--at-least' must be 0 or more, not \(atLeast).")
    }
    if let from, from == to {
      throw ValidationError("'--from' and '--to' name the same build, \(from).")
    }
  }
}

extension FleetSides {
  /// Returns a question as SQL for people, with a comment.
  func sql(_ question: FleetQuestion, _ engine: FleetEngine, _ app: String?) -> String {
    let query = FleetQuery(
      engine: engine, app: app.map(engine.text), kind: engine.text(kind ?? "again"),
      from: engine.text(from ?? "OLD"),
      to: engine.text(to ?? "NEW"), least: atLeast / 100)
    let sql = query.sql(question)
    let isOpen = from == nil && sql.contains("'OLD'") || to == nil && sql.contains("'NEW'")
    let hint = isOpen ? "\n-- Replace 'OLD' and 'NEW', or give '--from' and '--to'." : ""
    return "-- \(question.words)\(hint)\n\(sql);"
  }
}

extension FleetReport {
  /// Asks DuckDB all questions.
  ///
  /// - Throws: The reason why there is no report: the files, the program, or builds without launches.
  init(_ files: FleetFiles, _ app: String?, _ sides: FleetSides) throws(ToolFailure) {
    let database = try DuckDB(files, app: app)
    let query = FleetQuery(
      engine: .duckdb, kind: "getvariable('kind')", from: "getvariable('old_build')",
      to: "getvariable('new_build')", least: sides.atLeast / 100)
    let questions = FleetQuestion.allCases.map { ($0.rawValue, query.sql($0)) }
    let (found, answers) = try database.answers(
      after: Self.choice(sides),
      [("summary", Self.summary), ("coverage", Self.coverage), ("renames", Self.renames)]
        + questions)
    func rows<Row: Decodable>(_ question: FleetQuestion) throws(ToolFailure) -> [Row] {
      try DuckDB.rows(Row.self, answers[question.rawValue] ?? Data())
    }
    builds = try rows(.builds)
    let summary = try DuckDB.rows(Summary.self, answers["summary"] ?? Data()).first
    try Self.check(sides, summary?.kinds ?? [], builds.map(\.build), found.unusable ?? [])
    (kind, from, to) = (summary?.kind ?? "", summary?.from, summary?.to)
    self.app = app ?? found.apps?.first?.app ?? ""
    self.rows = found.rows
    (unusable, foreign) = (found.unusable ?? [], app == nil ? found.foreign : 0)
    ready = try rows(.ready)
    weeks = try rows(.weeks)
    changes = try rows(.changes)
    regressions = try rows(.regressions)
    users = try rows(.users)
    failures = try rows(.failures)
    coverage = try DuckDB.rows(Coverage.self, answers["coverage"] ?? Data())
    renames = try DuckDB.rows(Rename.self, answers["renames"] ?? Data())
    declared = database.declared(first: summary?.plans ?? [])
    verdict = FleetVerdict(self, least: sides.atLeast / 100, collided: found.collided)
  }

  /// The statements that choose the kind and the builds. The launches of a build that few users
  /// still have are older at their median, even if some are recent.
  private static func choice(_ sides: FleetSides) -> String {
    let text = FleetEngine.duckdb.text
    let newest = "(SELECT arg_max(build, (middle, build)) FROM ages)"
    let before = """
      (SELECT arg_max(build, (middle, build)) FROM ages
      WHERE middle < (SELECT middle FROM ages WHERE build = getvariable('new_build')))
      """
    return """
      \(DuckDB.choice(ofKind: sides.kind))
      CREATE OR REPLACE TEMP TABLE ages AS SELECT build, quantile_cont(started_at, 0.5) AS middle FROM launches
        WHERE kind = getvariable('kind') GROUP BY build;
      SET VARIABLE new_build = \(sides.to.map(text) ?? newest);
      SET VARIABLE old_build = \(sides.from.map(text) ?? before);
      """
  }

  private static let summary = """
    SELECT getvariable('old_build') AS "from", getvariable('new_build') AS "to",
      getvariable('kind') AS kind, list(DISTINCT kind) AS kinds,
      list(DISTINCT plan) FILTER (WHERE build = getvariable('new_build')) AS plans
    FROM launches
    """

  private static let coverage = """
    SELECT \(FleetQuery.launchClass) AS launch_class,
      count(*) FILTER (WHERE build = getvariable('old_build')) AS rows_was,
      count(*) FILTER (WHERE build = getvariable('new_build')) AS rows_now,
      coalesce(sum(weight) FILTER (WHERE build = getvariable('new_build')), 0) AS launches_now
    FROM launches WHERE reason = 'sample' AND kind = getvariable('kind')
      AND build IN (getvariable('old_build'), getvariable('new_build'))
    GROUP BY launch_class ORDER BY launches_now DESC, launch_class
    """

  /// Of the modules with one task that only the old build has and one that only the new one has, these
  /// two.
  private static let renames = """
    WITH known AS (
      SELECT build, task, max(owner) AS owner
      FROM (SELECT DISTINCT build, plan FROM launches) JOIN plans USING (plan)
      WHERE task <> '' GROUP BY build, task),
    owners AS (
      -- Only documents of plans have owners.
      SELECT task, coalesce(nullif(max(owner), ''), split_part(task, '.', 1)) AS module FROM known
      GROUP BY task),
    gone AS (
      SELECT task FROM known WHERE build = getvariable('old_build')
      EXCEPT SELECT task FROM known WHERE build = getvariable('new_build')),
    came AS (
      SELECT task FROM known WHERE build = getvariable('new_build')
      EXCEPT SELECT task FROM known WHERE build = getvariable('old_build')),
    lost AS (SELECT module, min(task) AS was FROM gone JOIN owners USING (task)
      GROUP BY module HAVING count(*) = 1),
    found AS (SELECT module, min(task) AS now FROM came JOIN owners USING (task)
      GROUP BY module HAVING count(*) = 1)
    SELECT was, now FROM lost JOIN found USING (module)
    WHERE getvariable('old_build') IS NOT NULL ORDER BY was
    """

  private static func check(
    _ sides: FleetSides, _ kinds: [String], _ builds: [String],
    _ unusable: [DuckDB.Rows.Unusable]
  ) throws(ToolFailure) {
    guard !builds.isEmpty else {
      let reasons = unusable.map { "\($0.reason): \($0.rows)" }.joined(separator: ", ")
      throw ToolFailure(
        reasons.isEmpty
          ? "The files have no rows of launches."
          : "The files have no rows of launches that can be used (\(reasons)).", .undecided)
    }
    for build in [sides.from, sides.to].compactMap(\.self) where !builds.contains(build) {
      let near = NearNames.of(build, among: builds)
      let hint = near.isEmpty ? " There are \(Wording.list(builds))." : Wording.near(near)
      throw ToolFailure(
        "There are no launches of build \(Wording.quoted(build)).\(hint)", .undecided)
    }
    if let kind = sides.kind, !kinds.contains(kind) {
      throw ToolFailure(
        "There are no launches of the kind \(kind), only \(Wording.list(kinds.sorted())).",
        .undecided)
    }
  }
}
