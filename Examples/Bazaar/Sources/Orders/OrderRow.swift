// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import OrdersAPI
internal import StorageAPI

/// An order as it is stored; its number is that of the row.
struct OrderRow: StoredRecord {
  static var table: String { "orders" }
  static var columns: [StorageColumn] {
    [.text("customer"), .text("item"), .integer("quantity"), .integer("total")]
  }

  let customer: String
  let item: String
  let quantity: Int
  let total: Int

  func order(number: Int) -> Order {
    Order(number: number, customer: customer, item: item, quantity: quantity, total: total)
  }
}
