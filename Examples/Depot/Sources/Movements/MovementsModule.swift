// SPDX-License-Identifier: Apache-2.0

internal import DepotAPI
public import Gantry
internal import GRDB

/// Goods that come in and go out.
@Module(requires: "Items", essential: true)
public final class MovementsModule {
  @Inject let database: any DatabaseWriter
  @Inject let events: EventBus

  @Launch(retry: .backoff) func migrate() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("movements 1") { database in
      try database.create(table: Movement.databaseTableName) { table in
        table.primaryKey("key", .text)
        table.column("sku", .text).notNull().references("item")
        table.column("quantity", .integer).notNull()
      }
      try database.create(table: "stock") { table in
        table.primaryKey("sku", .text).references("item")
        table.column("quantity", .integer).notNull().check { $0 >= 0 }
      }
    }
    try migrator.migrate(database)
  }

  @Provides var endpoints: any Endpoints {
    MovementEndpoints(book: StockBook(database: database), events: events)
  }
}
