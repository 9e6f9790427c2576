// SPDX-License-Identifier: Apache-2.0

internal import DepotAPI
public import Gantry
internal import GRDB

// region: module
/// The items that the depot keeps.
@Module(essential: true)
public final class ItemsModule {
  @Inject let database: any DatabaseWriter

  /// Two processes may begin with an empty file at once: then the second attempt finds the table.
  @Launch(retry: .backoff) func migrate() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("items 1") { database in
      try database.create(table: Item.databaseTableName) { table in
        table.primaryKey("sku", .text)
        table.column("name", .text).notNull()
        table.column("reorderAt", .integer).notNull()
        table.column("reorderQuantity", .integer).notNull()
      }
    }
    try migrator.migrate(database)
  }

  @Provides var endpoints: any Endpoints { ItemEndpoints(database: database) }
}
// endregion
