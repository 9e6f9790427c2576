// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import StorageAPI

/// A storage in one SQLite file; every write is on disk when it returns.
struct SQLiteStorage: StorageService {
  private let queue: DatabaseQueue
  private let lock: InstanceLock

  /// Opens or creates the file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - patience: How long another program, such as a backup, may lock the file.
  /// - Throws: ``StorageError/opening(path:reason:_:)``.
  init(path: String, patience: Duration) throws(StorageError) {
    // To SQLite, an empty name means a temporary database, and a zero byte ends a name.
    guard !path.isEmpty else { throw .opening(path: path, reason: "no file is named", .otherFile) }
    guard !path.contains("\0") else {
      throw .opening(path: path, reason: "no file has such a name", .otherFile)
    }
    lock = try InstanceLock(of: path)
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(patience / .seconds(1))
      queue = try DatabaseQueue(path: path, configuration: configuration)
      // SQLite opens a file that it cannot write, and complains only at the first write. Make it
      // complain now: writing the number that is already there is a real write, journal and all.
      try queue.write { database in
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        try database.execute(sql: "PRAGMA user_version = \(version)")
      }
    } catch {
      throw .opening(path: path, reason: Self.reason(error), Self.remedy(error))
    }
  }

  func prepare<R: StoredRecord>(_ type: R.Type) async throws(StorageError) {
    do {
      try await Self.migrate(queue, to: type)
    } catch {
      throw Self.writing(R.self, error)
    }
  }

  @discardableResult
  func append<R: StoredRecord>(_ record: R) async throws(StorageError) -> Int {
    do {
      return try await queue.write { try Self.insert(record, $0) }
    } catch {
      throw Self.writing(R.self, error)
    }
  }

  @discardableResult
  func append<R: StoredRecord, Other: StoredRecord>(
    _ record: R, with other: @escaping @Sendable (Int) -> Other
  ) async throws(StorageError) -> Int {
    do {
      return try await queue.write { database in
        let number = try Self.insert(record, database)
        try Self.insert(other(number), database)
        return number
      }
    } catch {
      throw Self.writing(R.self, error)
    }
  }

  @discardableResult
  func replace<R: StoredRecord, Other: StoredRecord>(
    _ taken: Numbered<R>, with other: Other
  ) async throws(StorageError) -> Bool {
    do {
      return try await queue.write { database in
        guard try StoredRow<R>.deleteOne(database, key: taken.number) else { return false }
        try Self.insert(other, database)
        return true
      }
    } catch {
      throw Self.writing(R.self, error)
    }
  }

  func oldest<R: StoredRecord>(
    _ type: R.Type, limit: Int
  ) async throws(StorageError) -> [Numbered<R>] {
    try await read(type) { database in
      try StoredRow<R>.order(Column(numberColumn)).limit(limit).fetchAll(database)
        .map { Numbered(number: $0.number, record: $0.record) }
    }
  }

  func newest<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String, limit: Int, after skipped: Int
  ) async throws(StorageError) -> [Numbered<R>] {
    let rows = try rows(type, where: column, is: text)
    return try await read(type) { database in
      try rows.order(Column(numberColumn).desc).limit(limit, offset: skipped).fetchAll(database)
        .map { Numbered(number: $0.number, record: $0.record) }
    }
  }

  func count<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String
  ) async throws(StorageError) -> Int {
    let rows = try rows(type, where: column, is: text)
    return try await read(type) { try rows.fetchCount($0) }
  }

  func record<R: StoredRecord>(
    _ type: R.Type, numbered number: Int
  ) async throws(StorageError) -> R? {
    try await read(type) { try StoredRow<R>.fetchOne($0, key: number)?.record }
  }

  /// Lets SQLite refresh the statistics that its query planner uses.
  func optimize() async throws {
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA optimize") }
  }

  /// Closes the file, and releases it to other programs.
  func close() throws {
    defer { lock.release() }
    try queue.close()
  }

  private func rows<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String
  ) throws(StorageError) -> QueryInterfaceRequest<StoredRow<R>> {
    // SQLite takes the quoted name of a missing column for a text.
    guard (R.columns + R.addedColumns).contains(.text(column)) else {
      throw .reading(table: R.table, reason: "no such column: \(column)")
    }
    return StoredRow<R>.filter(Column(column) == text)
  }

  private func read<R: StoredRecord, Value: Sendable>(
    _ type: R.Type, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StorageError) -> Value {
    do {
      return try await queue.read(body)
    } catch {
      if Self.isBusy(error) { throw .busy(table: R.table) }
      throw .reading(table: R.table, reason: Self.reason(error))
    }
  }

  @discardableResult
  private static func insert<R: StoredRecord>(_ record: R, _ database: Database) throws -> Int {
    try NewRow(record: record).insert(database)
    return Int(database.lastInsertedRowID)
  }
}

/// Turns errors of the database into errors of the storage.
extension SQLiteStorage {
  private static func writing<R: StoredRecord>(_ type: R.Type, _ error: any Error) -> StorageError {
    isBusy(error)
      ? .busy(table: R.table) : .writing(table: R.table, reason: reason(error))
  }

  private static func isBusy(_ error: any Error) -> Bool {
    [.SQLITE_BUSY, .SQLITE_LOCKED].contains((error as? DatabaseError)?.resultCode)
  }

  private static func reason(_ error: any Error) -> String {
    (error as? DatabaseError)?.message ?? String(describing: error)
  }

  private static func remedy(_ error: any Error) -> StorageError.Remedy {
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .later
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .permission
    default: .otherFile
    }
  }
}

let numberColumn = "number"

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
