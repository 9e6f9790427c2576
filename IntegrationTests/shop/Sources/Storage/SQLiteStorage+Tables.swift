// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import StorageAPI

extension SQLiteStorage {
  /// Brings a table to its latest version, step by step.
  ///
  /// Each step is done once, in its own transaction, and the file keeps a list of the finished
  /// steps.
  @concurrent
  static func migrate<R: StoredRecord>(_ queue: DatabaseQueue, to type: R.Type) async throws {
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
    for column in R.indexedColumns {
      migrator.registerMigration("\(R.table) by \(column)") { database in
        try database.create(index: "\(R.table)_\(column)", on: R.table, columns: [column])
      }
    }
    try migrator.migrate(queue)
  }
}
