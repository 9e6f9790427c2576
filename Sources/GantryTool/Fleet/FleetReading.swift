// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// The statements with which DuckDB reads rows of launches.
///
/// Rows come from the internet, so that a row may say anything. One that no app of Gantry's writes is
/// left out, and counted with the reason.
struct FleetReading {
  private static let engine = FleetEngine.duckdb
  /// The columns that the questions read; reading the others would cost time.
  private static let needed: Set<String> = [
    "id", "app", "build", "plan", "started_at", "kind", "source", "process", "device", "install",
    "weight", "reason", "ready", "workers", "previous", "safe", "suspects", "start", "run", "path",
    "failed", "dropped", "tasks",
  ]
  private static let columns = FleetSchema.columns.filter { needed.contains($0.name) }
  /// The longest text in characters; an app sends 64, which may be several code points each.
  private static let longest = 1_024

  let json: [String]
  let parquet: [String]
  let app: String?
  let documents: [PlanDocument]

  /// The statements that make the tables of ``FleetSchema``.
  var statements: String {
    let types = Self.columns.map {
      "\(Self.engine.text($0.name)): '\(Self.engine.type($0.kind))'"
    }
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
    let empty = Self.columns.map { "CAST(NULL AS \(Self.engine.type($0.kind))) AS \($0.name)" }
    let stored = sources.map {
      "SELECT \(empty.joined(separator: ", ")) WHERE false UNION ALL BY NAME \($0)"
    }
    // A file of another program may have other types.
    let typed = Self.columns.map {
      "TRY_CAST(\($0.name) AS \(Self.engine.type($0.kind))) AS \($0.name)"
    }
    return """
      CREATE \(json.isEmpty ? "VIEW" : "TABLE") sent AS SELECT \(typed.joined(separator: ", "))
      FROM (\(stored.joined(separator: "\nUNION ALL BY NAME\n")));
      \(json.isEmpty ? Self.noTwins : Self.deletion)
      \(Self.views)
      \(Self.choice(ofApp: app))
      \(plans)
      """
  }

  /// The query for the first column of a Parquet file whose type no row of launches has there; nil
  /// without such files.
  var otherTypes: String? {
    guard !parquet.isEmpty else { return nil }
    let wanted = Self.columns.map { column in
      let form =
        switch column.kind {
        case .text: "a text"
        case .number, .real: "a number"
        case .numbers, .texts, .tags: "a list"
        }
      return "(\(Self.engine.text(column.name)), \(Self.engine.text(form)))"
    }
    return """
      SELECT file_name AS file, name AS "column", expected,
        coalesce(converted_type, type, 'of a structure') AS type
      FROM parquet_schema(\(list(parquet)))
        JOIN (VALUES \(wanted.joined(separator: ", "))) AS wanted(name, expected) USING (name)
      WHERE CASE expected WHEN 'a list' THEN num_children IS NULL
        WHEN 'a number' THEN type IS NULL OR type IN ('BYTE_ARRAY', 'INT96')
          OR coalesce(converted_type, '') IN ('DATE', 'TIMESTAMP_MILLIS', 'TIMESTAMP_MICROS')
        ELSE num_children IS NOT NULL END
      ORDER BY file, "column" LIMIT 1
      """
  }

  /// The statement that sets the variable `app`, by which `launches` are chosen.
  static func choice(ofApp app: String?) -> String {
    "SET VARIABLE app = \(app.map(engine.text) ?? "(SELECT mode(app) FROM usable)");"
  }

  /// Sorts out rows, and gives the others the values that a row may lack.
  private static var views: String {
    let texts = ["build", "plan", "app", "kind", "source", "process", "device", "install"]
    let long = texts.map { "coalesce(length(\($0)), 0)" }.joined(separator: ", ")
    return """
      CREATE VIEW judged AS SELECT *, CASE
          WHEN build IS NULL OR plan IS NULL THEN 'no build or no plan'
          WHEN ready IS NULL OR ready NOT BETWEEN 0 AND 1000000000000
            THEN 'ready isn''t a time'
          WHEN started_at IS NULL OR started_at NOT BETWEEN 0 AND 4102444800000
            THEN 'started_at isn''t a time from 1970 to 2100'
          WHEN coalesce(weight, 1) NOT BETWEEN 1 AND 10000 THEN 'weight isn''t from 1 to 10000'
          WHEN greatest(\(long)) > \(longest) THEN 'a name has more than \(longest) characters'
        END AS problem
      FROM sent;
      CREATE VIEW usable AS SELECT * EXCLUDE (problem) REPLACE (coalesce(app, '') AS app,
        coalesce(nullif(kind, ''), 'unknown') AS kind, coalesce(device, '') AS device,
        coalesce(weight, 1) AS weight, coalesce(reason, 'sample') AS reason,
        coalesce(install, id, '') AS install, least(greatest(workers, 1), 64) AS workers,
        CASE WHEN dropped BETWEEN 0 AND 1000000 THEN dropped END AS dropped)
      FROM judged WHERE problem IS NULL;
      CREATE VIEW launches AS SELECT * FROM usable WHERE app = getvariable('app');
      """
  }

  /// The query for ``DuckDB/Rows``.
  static let overview = """
    SELECT (SELECT count(*) FROM launches) AS rows,
      (SELECT count(*) FROM usable WHERE app <> getvariable('app')) AS "foreign",
      (SELECT coalesce(sum(times - 1), 0)::BIGINT FROM twins WHERE differ) AS collided,
      (SELECT list({'app': app, 'rows': times} ORDER BY times DESC, app) FROM (
        SELECT app, count(*) AS times FROM usable GROUP BY app ORDER BY times DESC, app LIMIT 9))
        AS apps,
      (SELECT list({'reason': problem, 'rows': times} ORDER BY times DESC, problem) FROM (
        SELECT problem, count(*) AS times FROM judged WHERE problem IS NOT NULL GROUP BY problem))
        AS unusable
    """

  /// Deletes rows that arrived twice, because an app ended after it had sent them. Stored as Parquet,
  /// rows are as they were chosen.
  private static let deletion = """
    CREATE TABLE ids AS SELECT id FROM sent WHERE id IS NOT NULL GROUP BY id HAVING count(*) > 1;
    CREATE TABLE twins AS SELECT id, min(rowid) AS first, count(*) AS times,
      count(DISTINCT hash(app, build, install, started_at)) > 1 AS differ
    FROM sent SEMI JOIN ids USING (id) GROUP BY id;
    DELETE FROM sent USING twins WHERE sent.id = twins.id AND sent.rowid > twins.first;
    """

  private static let noTwins = "CREATE TABLE twins (times BIGINT, differ BOOLEAN);"

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
