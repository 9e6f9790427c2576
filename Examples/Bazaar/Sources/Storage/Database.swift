// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import StorageAPI

/// An SQLite file. Its calls run one after the other, off the main actor.
actor Database: StorageService {
  private var connection: OpaquePointer?

  /// Opens or creates the file.
  init(path: String) throws(StorageError) {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    let status = sqlite3_open_v2(path, &connection, flags, nil)
    guard status == SQLITE_OK, sqlite3_db_readonly(connection, "main") == 0 else {
      let reason = String(cString: sqlite3_errmsg(connection))
      sqlite3_close_v2(connection)
      throw .opening(path: path, reason: reason)
    }
    // Another program may hold the file for a moment.
    sqlite3_busy_timeout(connection, 2000)
  }

  func close() {
    sqlite3_close_v2(connection)
    connection = nil
  }

  @discardableResult
  func write(_ statements: Statement...) throws(StorageError) -> Int {
    _ = try rows("BEGIN IMMEDIATE")
    do throws(StorageError) {
      for statement in statements { _ = try rows(statement) }
      _ = try rows("COMMIT")
    } catch {
      _ = try? rows("ROLLBACK")
      throw error
    }
    return Int(sqlite3_last_insert_rowid(connection))
  }

  func rows(_ query: Statement) throws(StorageError) -> [[StorageValue]] {
    guard connection != nil else { throw .statement(query.text, reason: "it is closed") }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var status = sqlite3_prepare_v2(connection, query.text, -1, &statement, nil)
    for (place, value) in query.values.enumerated() where status == SQLITE_OK {
      status =
        switch value {
        case .integer(let number): sqlite3_bind_int64(statement, Int32(place + 1), Int64(number))
        case .text(let text): bazaar_bind_text(statement, Int32(place + 1), text)
        }
    }
    var rows: [[StorageValue]] = []
    if status == SQLITE_OK { status = sqlite3_step(statement) }
    while status == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, at: $0) })
      status = sqlite3_step(statement)
    }
    guard status == SQLITE_DONE else {
      throw .statement(query.text, reason: String(cString: sqlite3_errmsg(connection)))
    }
    return rows
  }

  private static func value(_ row: OpaquePointer?, at column: Int32) -> StorageValue {
    guard sqlite3_column_type(row, column) == SQLITE_TEXT,
      let text = sqlite3_column_text(row, column)
    else { return .integer(Int(sqlite3_column_int64(row, column))) }
    return .text(String(cString: text))
  }
}
