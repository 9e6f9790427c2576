// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport

/// Asks an installed DuckDB about the rows of launches.
///
/// The rows are read once, into a database in a temporary folder, since JSON takes longer to read
/// than a question to answer. Parquet files are asked as they are.
struct DuckDB {
  /// What the rows of an app are.
  struct Rows: Decodable {
    /// The rows that can be used, of this app.
    let rows: Int
    /// The rows with the `id` of another launch, of which only one is kept.
    let collided: Int
    /// The rows of other apps.
    let foreign: Int
    /// The apps by their number of rows, most first; at most nine.
    let apps: [App]?
    /// Why rows can't be used, by how many, most first.
    let unusable: [Unusable]?

    struct App: Decodable {
      let app: String
      let rows: Int
    }

    struct Unusable: Codable {
      let reason: String
      let rows: Int
    }
  }

  private static let engine = FleetEngine.duckdb
  /// The share of rows up to which rows of other apps are left out without a choice of the app.
  private static let foreignShare = 0.01
  /// The size of files above which the work takes long enough to say how far it is.
  private static let longWork = 64 << 20

  private let files: FleetFiles
  private let app: String?
  private let documents: [PlanDocument]
  private let reading: FleetReading
  private let say: (String) -> Void

  /// - Parameters:
  ///   - files: The files of rows.
  ///   - app: The app; nil takes the one that nearly all rows are of.
  ///   - say: Writes a line about the progress of long work; by default, to standard error.
  /// - Throws: The files that can't be used.
  init(
    _ files: FleetFiles, app: String?, say: @escaping (String) -> Void = Self.sayToUser
  ) throws(ToolFailure) {
    (self.files, self.app, self.say) = (files, app, say)
    let patterns = try files.patterns()
    documents = try files.plan.map(PlanDocument.read)
    reading = FleetReading(
      json: patterns.json, parquet: patterns.parquet, app: app, documents: documents)
  }

  private static func sayToUser(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").visible.utf8))
  }

  /// Returns the source location that declares a task, by its name. If documents of several plans
  /// name it, that of one of the given plans comes first.
  func declared(first plans: [String]) -> [String: String] {
    let order =
      documents.filter { !plans.contains($0.plan) }
      + documents.filter { plans.contains($0.plan) }
    return Dictionary(
      order.flatMap { $0.tasks.filter { !$0.declared.isEmpty }.map { ($0.name, $0.declared) } },
      uniquingKeysWith: { $1 })
  }

  /// The statement that sets the variable `kind`. Without safe mode, an app doesn't know the kind
  /// of a launch, so that there may be none of the usual one.
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

  /// Reads the rows, runs statements, and returns the answers to queries.
  ///
  /// - Parameters:
  ///   - setUp: Statements that run before each query.
  ///   - queries: Queries by name.
  /// - Returns: What the rows are, and the answers by name.
  /// - Throws: The reason why there are no answers, such as a missing program, or rows of several
  ///   apps.
  func answers(
    after setUp: String, _ queries: [(name: String, sql: String)]
  ) throws(ToolFailure) -> (rows: Rows, answers: [String: Data]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw OutputFile.failure(folder.path, error)
    }
    let bytes = files.bytes
    let isLong = bytes.map { $0 > Self.longWork } ?? true
    if isLong { say("Reading \(bytes.map { "\($0 >> 20) MB of rows" } ?? "the rows") …") }
    let data = try answer(
      in: folder, reading.statements, FleetReading.overview, named: "overview")
    guard let rows = try Self.rows(Rows.self, data).first else {
      throw ToolFailure("duckdb: gave no answer about the rows.", .unavailable)
    }
    try check(rows)
    var answers: [String: Data] = [:]
    for (number, query) in queries.enumerated() {
      if isLong { say("Question \(number + 1) of \(queries.count): \(query.name) …") }
      answers[query.name] = try answer(
        in: folder, FleetReading.choice(ofApp: app) + "\n" + setUp, query.sql, named: query.name)
    }
    return (rows, answers)
  }

  /// Runs statements and a query.
  ///
  /// - Throws: The reason why there is no answer, such as a Parquet file with other types.
  private func answer(
    in folder: URL, _ setUp: String, _ query: String, named name: String
  ) throws(ToolFailure) -> Data {
    do throws(ToolFailure) {
      return try run(query, after: setUp, in: folder, named: name)
    } catch {
      guard error.exit == .unavailable, let query = reading.otherTypes,
        let data = try? run(query, after: "", in: folder, named: "types"),
        let other = try? Self.rows(OtherType.self, data).first
      else { throw error }
      throw ToolFailure(
        """
        \(other.file): the column '\(other.column)' has the type \(other.type), and rows of launches \
        have \(other.expected) there. `gantry fleet schema` prints the types of all columns.
        """, .faults)
    }
  }

  /// A column of a Parquet file that can't be read as that of rows.
  private struct OtherType: Decodable {
    let file: String
    let column: String
    let type: String
    let expected: String
  }

  /// Runs statements and a query in a process of its own, which begins with all of the memory.
  private func run(
    _ query: String, after setUp: String, in folder: URL, named name: String
  ) throws(ToolFailure) -> Data {
    func path(_ name: String) -> String { folder.appending(path: name).path }
    let script = """
      SET memory_limit = '200MB';
      SET temp_directory = \(Self.engine.text(path("spill")));
      SET preserve_insertion_order = false;
      \(setUp)
      COPY (
      \(query)
      ) TO \(Self.engine.text(path(name))) (FORMAT json, ARRAY true);
      """
    try OutputFile.write(script, to: path("questions.sql"))
    let end = try run(path("rows.duckdb"), path("questions.sql"))
    guard end.status == 0 else { throw Self.failure(end) }
    return try InputFile.data(path(name))
  }

  private func run(_ database: String, _ script: String) throws(ToolFailure) -> ChildProgram.End {
    do {
      return try ChildProgram(
        program: files.duckdb,
        arguments: ["-no-init", "-bail", "-batch", database, "-f", script]
      ).run()
    } catch {
      throw Self.missing(error)
    }
  }

  /// The reason why the database can't be asked, with the other ways.
  private static func missing(_ reason: ToolFailure) -> ToolFailure {
    ToolFailure(
      """
      \(reason.message)
      DuckDB answers questions about launches. Install it, with `pip install duckdb-cli` or `brew \
      install duckdb`, or name it with '--duckdb'. `gantry fleet schema` and `gantry fleet sql` \
      print the tables and the questions for other databases.
      """, reason.exit)
  }

  private static func failure(_ end: ChildProgram.End) -> ToolFailure {
    let lines = end.complaint.split(separator: "\n").prefix(3).joined(separator: "\n")
    return ToolFailure("duckdb: ended with \(end.status): \(lines)", .unavailable)
  }

  /// Whether the rows are of the app that is asked about. A few rows of another one, which anyone may
  /// send, are left out.
  private func check(_ rows: Rows) throws(ToolFailure) {
    let apps = rows.apps ?? []
    guard rows.rows > 0 || !apps.isEmpty else { return }
    if let app, rows.rows == 0 {
      let near = NearNames.of(app, among: apps.map(\.app))
      let hint =
        near.isEmpty ? " There are \(Wording.list(apps.map(\.app)))." : Wording.near(near)
      throw ToolFailure(
        "There are no launches of the app \(Wording.quoted(app)).\(hint)", .undecided)
    }
    guard app == nil, Double(rows.foreign) > Self.foreignShare * Double(rows.rows + rows.foreign)
    else { return }
    let list = apps.map { "\($0.app.isEmpty ? "(no name)" : $0.app) (\($0.rows.counted("row")))" }
    throw ToolFailure(
      "There are launches of several apps. Choose one with '--app': \(Wording.list(list)).", .misuse
    )
  }
}
