// SPDX-License-Identifier: Apache-2.0

internal import DepotAPI
public import Gantry
internal import GRDB
internal import ServiceLifecycle

/// Orders goods when the stock gets low, in the background.
///
/// It isn't essential: without it, or while it fails, the depot still books movements.
@Module(requires: "Items", "Movements")
public final class ReorderModule {
  @Inject let database: any DatabaseWriter
  @Inject let events: EventBus

  @Launch(retry: .backoff) func migrate() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("reorder 1") { database in
      try database.create(table: "supply") { table in
        table.autoIncrementedPrimaryKey("number")
        table.column("sku", .text).notNull().references("item")
        table.column("quantity", .integer).notNull()
        table.column("isOpen", .boolean).notNull().defaults(to: true)
      }
      // At most one open order for an item, however many processes look at its stock.
      try database.create(
        index: "supply_open", on: "supply", columns: ["sku"], options: .unique,
        condition: Column("isOpen") == true)
    }
    try migrator.migrate(database)
  }

  // region: restock
  /// Looks at the stock at the start, for what an earlier process left, and after movements: those that
  /// come meanwhile are one more look. An error is a restart, after a pause.
  @Run(retry: .unlimited) func restock() async throws {
    try await cancelWhenGracefulShutdown { [database, events] in
      let movements = events.stream(of: StockMoved.self, bufferingNewest: 1)
      try await Self.look(database)
      for await _ in movements { try await Self.look(database) }
    }
  }
  // endregion

  @Route(access: .internal)
  func orders(_ route: OpenOrders) async throws -> [SupplyOrder] {
    try await database.read { database in
      let rows = try Row.fetchCursor(
        database, sql: "SELECT number, sku, quantity FROM supply WHERE isOpen ORDER BY number")
      return try Array(rows.map { SupplyOrder(number: $0[0], sku: $0[1], quantity: $0[2]) })
    }
  }

  /// Closes orders of items that have arrived, and opens those that are due.
  private static func look(_ database: any DatabaseWriter) async throws {
    let low = """
      SELECT item.sku FROM item LEFT JOIN stock USING (sku)
      WHERE coalesce(stock.quantity, 0) <= item.reorderAt
      """
    try await database.write { database in
      try database.execute(
        sql: "UPDATE supply SET isOpen = FALSE WHERE isOpen AND sku NOT IN (\(low))")
      try database.execute(
        sql: """
          INSERT INTO supply (sku, quantity)
          SELECT sku, reorderQuantity FROM item WHERE sku IN (\(low))
          ON CONFLICT DO NOTHING
          """)
    }
  }
}
