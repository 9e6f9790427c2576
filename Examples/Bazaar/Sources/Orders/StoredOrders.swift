// SPDX-License-Identifier: Apache-2.0

internal import OrdersAPI
internal import StorageAPI

/// The orders in the storage.
struct StoredOrders: OrderHistory {
  let storage: any StorageService

  func createTables() async throws {
    try await storage.write(
      """
      CREATE TABLE IF NOT EXISTS orders (number INTEGER PRIMARY KEY, customer TEXT NOT NULL,
        item TEXT NOT NULL, quantity INTEGER NOT NULL, total INTEGER NOT NULL)
      """,
      "CREATE INDEX IF NOT EXISTS orders_customer ON orders (customer)",
      "CREATE TABLE IF NOT EXISTS unconfirmed (number INTEGER PRIMARY KEY)")
  }

  /// Stores an order, with a note that its customer has to be told: both or neither.
  func place(
    _ quantity: Int, of item: String, for customer: String, total: Int
  ) async throws -> Order {
    let number = try await storage.write(
      """
      INSERT INTO orders (customer, item, quantity, total)
      VALUES (\(customer), \(item), \(quantity), \(total))
      """,
      "INSERT INTO unconfirmed (number) VALUES (last_insert_rowid())")
    return Order(number: number, customer: customer, item: item, quantity: quantity, total: total)
  }

  func count(of customer: String) async throws -> Int {
    try await storage.rows("SELECT count(*) FROM orders WHERE customer = \(customer)")[0][0].integer
  }

  func orders(of customer: String) async throws -> [Order] {
    try await orders("SELECT * FROM orders WHERE customer = \(customer) ORDER BY number")
  }

  func unconfirmed() async throws -> [Order] {
    try await orders(
      """
      SELECT orders.* FROM orders JOIN unconfirmed USING (number) ORDER BY orders.number LIMIT 100
      """)
  }

  private func orders(_ statement: Statement) async throws -> [Order] {
    try await storage.rows(statement).map {
      Order(
        number: $0[0].integer, customer: $0[1].text, item: $0[2].text, quantity: $0[3].integer,
        total: $0[4].integer)
    }
  }
}
