// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// A database that answers questions about launches, with the parts of SQL in which it differs.
///
/// Positions in arrays count from 0.
enum FleetEngine: String, CaseIterable, ExpressibleByArgument {
  case duckdb, clickhouse, spark

  /// Returns a text as a literal that no character of the text can end.
  func text(_ value: String) -> String {
    var literal = ""
    // By scalar, because a quotation mark and an accent are one character.
    for scalar in value.unicodeScalars {
      switch scalar {
      case "'": literal += self == .duckdb ? "''" : "\\'"
      // A program in C would read a text up to this character.
      case "\0": literal += "\u{FFFD}"
      case "\\": literal += self == .duckdb ? "\\" : "\\\\"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return "'\(literal)'"
  }

  /// Returns the expression of a row for each element of an array.
  func each(_ array: String) -> String {
    switch self {
    case .duckdb: "unnest(\(array))"
    case .clickhouse: "arrayJoin(\(array))"
    case .spark: "explode(\(array))"
    }
  }

  /// Returns the expression of a row for each position in an array.
  func positions(in array: String) -> String {
    switch self {
    case .duckdb: each("range(len(\(array)))")
    case .clickhouse: "toInt64(\(each("range(length(\(array)))")))"
    // A sequence from 0 to -1 isn't empty.
    case .spark: each("CASE WHEN size(\(array)) > 0 THEN sequence(0, size(\(array)) - 1) END")
    }
  }

  func element(of array: String, at position: String) -> String {
    self == .spark ? "get(\(array), \(position))" : "\(array)[\(position) + 1]"
  }

  /// Returns the array without repeated elements.
  func distinct(_ array: String) -> String {
    switch self {
    case .duckdb: "list_distinct(\(array))"
    case .clickhouse: "arrayDistinct(\(array))"
    case .spark: "array_distinct(\(array))"
    }
  }

  func contains(_ array: String, _ element: String) -> String {
    switch self {
    case .duckdb: "coalesce(list_contains(\(array), \(element)), false)"
    case .clickhouse: "has(\(array), \(element))"
    case .spark: "coalesce(array_contains(\(array), \(element)), false)"
    }
  }

  /// The bucket of an installation, from 0 to 63.
  ///
  /// A hash, because the share of installations that send launches may be chosen by the identifier.
  var bucket: String {
    switch self {
    case .duckdb: "CAST('0x' || substr(md5(install), 1, 2) AS INTEGER) % 64"
    case .clickhouse: "reinterpretAsUInt8(substring(MD5(install), 1, 1)) % 64"
    case .spark: "CAST(conv(substr(md5(install), 1, 2), 16, 10) AS INT) % 64"
    }
  }

  /// The Monday, in UTC, of the week in which a launch started.
  var week: String {
    // The first day, in 1970, was a Thursday.
    let day = "floor((started_at / 86400000 + 3) / 7) * 7 - 3"
    return switch self {
    case .duckdb: "DATE '1970-01-01' + CAST(\(day) AS INTEGER)"
    case .clickhouse: "addDays(toDate('1970-01-01'), toInt32(\(day)))"
    case .spark: "date_add(DATE '1970-01-01', CAST(\(day) AS INT))"
    }
  }
}

/// The table of launches: a row for each launch, with the keys of `LaunchRow` as its columns.
enum FleetSchema {
  enum Kind: Int { case text, number, real, numbers, texts, tags }

  /// The columns in the order of a row's keys. Rows may lack those with a default value.
  static let columns: [(name: String, kind: Kind)] = [
    ("v", .number), ("id", .text), ("app", .text), ("build", .text), ("plan", .text),
    ("started_at", .number), ("kind", .text), ("source", .text), ("process", .text),
    ("device", .text), ("model", .text), ("os", .text), ("workers", .number), ("install", .text),
    ("weight", .real), ("reason", .text), ("ready", .number), ("bound", .number),
    ("total", .number), ("main", .number), ("age", .number), ("outcome", .text),
    ("previous", .text), ("safe", .number), ("suspects", .texts), ("quarantined", .texts),
    ("start", .numbers), ("run", .numbers), ("wait", .numbers), ("path", .numbers),
    ("failed", .numbers), ("tags", .tags), ("dropped", .number), ("tasks", .texts),
  ]

  /// The columns of the tasks of all plans, from plan documents or from `tasks` in rows.
  static let planColumns: [(name: String, kind: Kind)] = [
    ("plan", .text), ("position", .number), ("task", .text), ("owner", .text), ("role", .text),
    ("lane", .text), ("stage", .text), ("declared", .text), ("needs", .numbers), ("kinds", .texts),
  ]

  /// Returns the statements that create the tables in an engine.
  static func statements(_ engine: FleetEngine) -> String {
    let ends =
      switch engine {
      case .duckdb: ("", "")
      case .clickhouse:
        (
          "\nENGINE = MergeTree ORDER BY (app, build, device, kind, started_at)",
          "\nENGINE = ReplacingMergeTree ORDER BY (plan, position)"
        )
      case .spark: ("\nUSING parquet", "\nUSING parquet")
      }
    return """
      -- A row for each launch. Times are in microseconds from the start of the launch, started_at in
      -- milliseconds since 1970. The arrays have an element for each task, by its position in the plan.
      CREATE TABLE launches (
      \(list(columns, engine)))\(ends.0);

      -- The tasks of each plan: the names of the positions.
      CREATE TABLE plans (
      \(list(planColumns, engine)))\(ends.1);

      -- \(loading(engine))
      """
  }

  private static func list(_ columns: [(name: String, kind: Kind)], _ engine: FleetEngine) -> String
  {
    columns.map { "  \($0.name) \(engine.type($0.kind))" }.joined(separator: ",\n")
  }

  private static func loading(_ engine: FleetEngine) -> String {
    switch engine {
    case .duckdb: "INSERT INTO launches BY NAME SELECT * FROM read_json('launches.ndjson');"
    case .clickhouse:
      """
      INSERT INTO launches SETTINGS input_format_skip_unknown_fields = 1 FROM INFILE \
      'launches.ndjson' FORMAT JSONEachRow
      """
    case .spark: "spark.read.schema(spark.table('launches').schema).json('launches.ndjson')"
    }
  }
}

extension FleetEngine {
  func type(_ kind: FleetSchema.Kind) -> String {
    let names =
      switch self {
      case .duckdb:
        ["VARCHAR", "BIGINT", "DOUBLE", "INTEGER[]", "VARCHAR[]", "MAP(VARCHAR, VARCHAR)"]
      case .clickhouse:
        ["String", "Int64", "Float64", "Array(Int32)", "Array(String)", "Map(String, String)"]
      case .spark:
        ["STRING", "BIGINT", "DOUBLE", "ARRAY<INT>", "ARRAY<STRING>", "MAP<STRING, STRING>"]
      }
    return names[kind.rawValue]
  }
}
