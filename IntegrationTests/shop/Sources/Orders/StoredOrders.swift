// SPDX-License-Identifier: Apache-2.0

internal import OrdersAPI
internal import StorageAPI

/// The orders in the storage.
struct StoredOrders: OrderHistory {
  let storage: any StorageService

  func count(of customer: String) async throws -> Int {
    try await storage.count(OrderRow.self, where: "customer", is: customer)
  }

  func orders(of customer: String, limit: Int, after skipped: Int) async throws -> [Order] {
    try await storage.newest(
      OrderRow.self, where: "customer", is: customer, limit: limit, after: skipped
    )
    .map { $0.record.order(number: $0.number) }
  }

  /// An order of any customer, by its number.
  func order(numbered number: Int) async throws -> Order? {
    try await storage.record(OrderRow.self, numbered: number)?.order(number: number)
  }

  /// Stores an order, with a note that its customer has to be told.
  func place(_ row: OrderRow) async throws -> Order {
    let number = try await storage.append(row) { UnconfirmedOrder(row.order(number: $0)) }
    return row.order(number: number)
  }
}
