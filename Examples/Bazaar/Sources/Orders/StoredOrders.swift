// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import OrdersAPI
internal import StorageAPI

/// The orders in the storage.
struct StoredOrders: OrderHistory {
  let storage: any StorageService

  func orders(of customer: String) async throws -> [Order] {
    try await storage.all(OrderRow.self, where: "customer", is: customer)
      .map { $0.record.order(number: $0.number) }
  }
}
