// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GRDB
internal import StorageAPI

/// A storage in one SQLite file; every write is on disk when it returns.
struct SQLiteStorage: StorageService {
  private let queue: DatabaseQueue

  /// Opens or creates the file.
  init(path: String) throws(StorageError) {
    // To SQLite, no name means a database that is gone at the end.
    guard !path.isEmpty else { throw .opening(path: path, reason: "no file is named") }
    do {
      queue = try DatabaseQueue(path: path)
      // SQLite opens what it cannot write, and complains at the first write: have it complain now.
      try queue.inDatabase { database in
        try database.inTransaction(.immediate) { .commit }
      }
    } catch {
      throw .opening(path: path, reason: Self.reason(error))
    }
  }

  func prepare<R: StoredRecord>(_ type: R.Type) async throws(StorageError) {
    do {
      try await Self.migrate(queue, to: type)
    } catch {
      throw .writing(table: R.table, reason: Self.reason(error))
    }
  }

  @discardableResult
  func append<R: StoredRecord>(_ record: R) async throws(StorageError) -> Int {
    do {
      return try await queue.write { database in
        try NewRow(record: record).insert(database)
        return Int(database.lastInsertedRowID)
      }
    } catch {
      throw .writing(table: R.table, reason: Self.reason(error))
    }
  }

  func all<R: StoredRecord>(_ type: R.Type) async throws(StorageError) -> [Numbered<R>] {
    do {
      return try await queue.read { database in
        try StoredRow<R>.order(Column(numberColumn)).fetchAll(database)
          .map { Numbered(number: $0.number, record: $0.record) }
      }
    } catch {
      throw .reading(table: R.table, reason: Self.reason(error))
    }
  }

  func all<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String
  ) async throws(StorageError) -> [Numbered<R>] {
    // SQLite takes the name of a column that is not there for a text in quotation marks.
    guard (R.columns + R.addedColumns).contains(.text(column)) else {
      throw .reading(table: R.table, reason: "no such column: \(column)")
    }
    do {
      return try await queue.read { database in
        try StoredRow<R>.filter(Column(column) == text).order(Column(numberColumn))
          .fetchAll(database).map { Numbered(number: $0.number, record: $0.record) }
      }
    } catch {
      throw .reading(table: R.table, reason: Self.reason(error))
    }
  }

  /// Lets SQLite refresh the statistics that its query planner uses.
  func optimize() async throws {
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA optimize") }
  }

  /// Closes the file.
  func close() throws { try queue.close() }

  /// Brings a table to its latest version, one step after another; each is done once, in a
  /// transaction of its own, and the file keeps a list of what was done.
  @concurrent
  private static func migrate<R: StoredRecord>(
    _ queue: DatabaseQueue, to type: R.Type
  ) async throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("\(R.table) 1") { database in
      // A file from before the list was kept has the table already.
      try database.create(table: R.table, options: .ifNotExists) { table in
        table.autoIncrementedPrimaryKey(numberColumn)
        for column in R.columns {
          switch column {
          case .text(let name): table.column(name, .text).notNull()
          case .integer(let name): table.column(name, .integer).notNull()
          }
        }
      }
    }
    for (index, column) in R.addedColumns.enumerated() {
      migrator.registerMigration("\(R.table) \(index + 2)") { database in
        try database.alter(table: R.table) { table in
          switch column {
          case .text(let name): table.add(column: name, .text).notNull().defaults(to: "")
          case .integer(let name): table.add(column: name, .integer).notNull().defaults(to: 0)
          }
        }
      }
    }
    try migrator.migrate(queue)
  }

  private static func reason(_ error: any Error) -> String {
    (error as? DatabaseError)?.message ?? String(describing: error)
  }
}

private let numberColumn = "number"

/// A record on its way into its table.
private struct NewRow<R: StoredRecord>: Encodable, PersistableRecord {
  static var databaseTableName: String { R.table }
  let record: R

  func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

/// A row of a record's table: its number, and the record made from the other columns.
private struct StoredRow<R: StoredRecord>: Decodable, FetchableRecord, TableRecord {
  enum CodingKeys: String, CodingKey { case number }

  static var databaseTableName: String { R.table }
  let number: Int
  let record: R

  init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    record = try R(from: decoder)
  }
}
