// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryLaunch
internal import GantryText

/// The rows of launches that a command reads, and the program that reads them.
struct FleetFiles: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Rows of launches: files (.ndjson, .jsonl, also with .gz, or .parquet), folders, patterns.",
      valueName: "files"),
    completion: .file(extensions: ["ndjson", "jsonl", "gz", "parquet"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The document of a plan, from `gantry plan --document`; repeat it for other plans.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var plan: [String] = []

  @Option(help: ArgumentHelp("The program duckdb, if it isn't in PATH.", valueName: "program"))
  var duckdb = "duckdb"

  /// The endings of files that have rows.
  private static let endings = [".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz", ".parquet"]

  /// Returns the files as patterns of DuckDB, those with JSON and those with Parquet.
  ///
  /// - Throws: The files that aren't there or have another ending.
  func patterns() throws(ToolFailure) -> (json: [String], parquet: [String]) {
    var found: [String] = []
    for file in files {
      var isFolder: ObjCBool = false
      if !FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) {
        guard file.contains(where: "*?[".contains) else {
          throw ToolFailure("\(file): there is no such file.", .noInput)
        }
        found.append(file)
      } else if isFolder.boolValue {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: file)) ?? []
        let rows = names.sorted().filter { name in Self.endings.contains(where: name.hasSuffix) }
        guard !rows.isEmpty else {
          throw ToolFailure(
            "\(file): has no rows of launches: no \(Wording.list(Self.endings, "or")) file.",
            .noInput)
        }
        found += rows.map { Self.literal("\(file)/\($0)") }
      } else {
        found.append(Self.literal(file))
      }
    }
    if let other = found.first(where: { name in !Self.endings.contains(where: name.hasSuffix) }) {
      throw ToolFailure(
        "\(other): rows are in files with the ending \(Wording.list(Self.endings, "or")).", .misuse)
    }
    return (found.filter { !$0.hasSuffix(".parquet") }, found.filter { $0.hasSuffix(".parquet") })
  }

  /// Returns the pattern that matches only the file itself.
  private static func literal(_ path: String) -> String {
    path.reduce(into: "") { $0 += "*?[".contains($1) ? "[\($1)]" : String($1) }
  }
}

/// Asks an installed DuckDB about the rows of launches.
///
/// The rows are read once, into a database in a temporary folder, since JSON takes longer to read
/// than a question to answer. Parquet files are asked as they are.
struct DuckDB {
  private static let engine = FleetEngine.duckdb
  /// The columns that the questions read; reading the others would cost time.
  private static let needed: Set<String> = [
    "id", "build", "plan", "started_at", "kind", "device", "install", "weight", "reason", "ready",
    "workers", "previous", "safe", "suspects", "start", "run", "path", "failed", "dropped", "tasks",
  ]

  private let files: FleetFiles
  private let documents: [PlanDocument]
  private let json: [String]
  private let parquet: [String]

  /// - Throws: The files that can't be used.
  init(_ files: FleetFiles) throws(ToolFailure) {
    self.files = files
    (json, parquet) = try files.patterns()
    documents = try files.plan.map(PlanDocument.read)
  }

  /// The source location that declares a task, by its name; that of the last document.
  var declared: [String: String] {
    Dictionary(
      documents.flatMap { $0.tasks.filter { !$0.declared.isEmpty }.map { ($0.name, $0.declared) } },
      uniquingKeysWith: { $1 })
  }

  /// The statement that sets the variable `kind`. Without safe mode, an app doesn't know the kind of a
  /// launch, so that there may be none of the usual one.
  static func choice(ofKind kind: String?) -> String {
    let frequent = """
      (SELECT CASE WHEN bool_or(kind = 'again') THEN 'again' ELSE mode(kind) END FROM launches)
      """
    return "SET VARIABLE kind = \(kind.map(engine.text) ?? frequent);"
  }

  /// Decodes an answer.
  static func rows<Row: Decodable>(_ type: Row.Type, _ data: Data) throws(ToolFailure) -> [Row] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode([Row].self, from: data)
    } catch {
      throw ToolFailure(
        "duckdb: gave another answer: \(InputFile.reason(error, data)).", .unavailable)
    }
  }

  /// Runs statements, and returns the answers to queries.
  ///
  /// - Parameters:
  ///   - setUp: Statements that run after the rows are read.
  ///   - queries: Queries by name.
  /// - Throws: The reason why there are no answers, such as a missing program, with the SQL.
  func answers(
    after setUp: String, _ queries: [(name: String, sql: String)]
  ) throws(ToolFailure) -> [String: Data] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    let copies = queries.map { query in
      "COPY (\n\(query.sql)\n) TO \(Self.engine.text(path(query.name))) (FORMAT json, ARRAY true);"
    }
    let script = """
      SET memory_limit = '200MB';
      SET temp_directory = \(Self.engine.text(path("spill")));
      SET preserve_insertion_order = false;
      \(reading)
      \(setUp)
      \(copies.joined(separator: "\n"))
      """
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try Data(script.utf8).write(to: folder.appending(path: "questions.sql"))
    } catch {
      throw OutputFile.failure(folder.path, error)
    }
    let end = try run(path("rows.duckdb"), path("questions.sql"))
    guard end.status == 0 else { throw Self.failure(end) }
    var answers: [String: Data] = [:]
    for query in queries { answers[query.name] = try InputFile.data(path(query.name)) }
    return answers
  }

  private func run(_ database: String, _ script: String) throws(ToolFailure) -> ChildProgram.End {
    do {
      return try ChildProgram(
        program: files.duckdb,
        arguments: ["-no-init", "-bail", "-batch", database, "-f", script]
      ).run()
    } catch {
      throw ToolFailure(
        """
        \(error.message)
        DuckDB answers questions about launches. Install it, with `pip install duckdb-cli` or `brew \
        install duckdb`, or name it with '--duckdb'. `gantry fleet schema` and `gantry fleet sql` \
        print the tables and the questions for other databases.
        """, error.exit)
    }
  }

  private static func failure(_ end: ChildProgram.End) -> ToolFailure {
    let lines = end.complaint.split(separator: "\n").prefix(3).joined(separator: "\n")
    return ToolFailure("duckdb: ended with \(end.status): \(lines)", .faults)
  }

  /// The statements that make the tables of ``FleetSchema``.
  private var reading: String {
    let columns = FleetSchema.columns.filter { Self.needed.contains($0.name) }
    let types = columns.map { "\(Self.engine.text($0.name)): '\(Self.engine.type($0.kind))'" }
    let empty = columns.map { "CAST(NULL AS \(Self.engine.type($0.kind))) AS \($0.name)" }
    let names = columns.map(\.name).joined(separator: ", ")
    let sources =
      [
        json.isEmpty
          ? nil
          : """
          SELECT * FROM read_json(\(list(json)), format = 'newline_delimited', ignore_errors = true,
            maximum_object_size = 1048576, columns = {\(types.joined(separator: ", "))})
          """,
        parquet.isEmpty
          ? nil : "SELECT * FROM read_parquet(\(list(parquet)), union_by_name = true)",
      ].compactMap(\.self)
    let rows = "SELECT \(empty.joined(separator: ", ")) WHERE false"
    let stored = sources.map { "\(rows) UNION ALL BY NAME \($0)" }
    return """
      CREATE \(json.isEmpty ? "VIEW" : "TABLE") sent AS SELECT \(names)
      FROM (\(stored.joined(separator: "\nUNION ALL BY NAME\n")));
      \(json.isEmpty ? "" : Self.deletion)
      CREATE VIEW launches AS SELECT * REPLACE (coalesce(device, '') AS device,
        coalesce(weight, 1) AS weight, coalesce(reason, 'sample') AS reason,
        coalesce(ready, 0) AS ready, coalesce(install, id) AS install)
      FROM sent WHERE build IS NOT NULL AND plan IS NOT NULL AND coalesce(weight, 1) >= 1
        AND coalesce(ready, 0) >= 0 AND started_at BETWEEN 0 AND 4102444800000;
      \(plans)
      """
  }

  /// Deletes rows that arrived twice, because an app ended after it had sent them. Stored as Parquet,
  /// rows are as they were chosen.
  private static let deletion = """
    CREATE TABLE twins AS SELECT id FROM sent WHERE id IS NOT NULL GROUP BY id HAVING count(*) > 1;
    DELETE FROM sent USING (SELECT id, min(rowid) AS first FROM sent SEMI JOIN twins USING (id)
      GROUP BY id) AS kept WHERE sent.id = kept.id AND sent.rowid > kept.first;
    """

  /// The tasks of plans from documents, and of other plans from the names that most rows give.
  private var plans: String {
    let columns = FleetSchema.planColumns.map { "\($0.name) \(Self.engine.type($0.kind))" }
    let text = Self.engine.text
    let tasks = documents.flatMap { document in
      document.tasks.map { task in
        let words = [
          task.name, task.owner, task.role, task.lane.rawValue, task.stage.rawValue, task.declared,
        ].map(text).joined(separator: ", ")
        let needs = task.needs.map { "\($0.position)" }.joined(separator: ", ")
        let kinds = task.needs.map { text($0.kind.rawValue) }.joined(separator: ", ")
        return "(\(text(document.plan)), \(task.position), \(words), [\(needs)], [\(kinds)])"
      }
    }
    let values =
      tasks.isEmpty ? "" : "INSERT INTO plans VALUES\n\(tasks.joined(separator: ",\n"));"
    return """
      CREATE TABLE plans (\(columns.joined(separator: ", ")));
      \(values)
      INSERT INTO plans BY NAME
      SELECT plan, unnest(range(len(names))) AS position, unnest(names) AS task
      FROM (SELECT plan, mode(tasks) AS names FROM launches WHERE tasks IS NOT NULL GROUP BY plan)
      WHERE plan NOT IN (SELECT plan FROM plans);
      """
  }

  private func list(_ files: [String]) -> String {
    "[\(files.map(Self.engine.text).joined(separator: ", "))]"
  }
}
