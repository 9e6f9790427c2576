// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import OrdersAPI
internal import StorageAPI

/// An order as it is stored; its number is that of the row.
struct OrderRow: StoredRecord {
  static var table: String { "orders" }
  static var columns: [StorageColumn] {
    [.text("customer"), .text("item"), .integer("quantity"), .integer("total")]
  }
  static var addedColumns: [StorageColumn] { [.integer("placed")] }
  static var indexedColumns: [String] { ["customer"] }

  let customer: String
  let item: String
  let quantity: Int
  let total: Int
  /// When it was placed, in seconds since 1970; 0 if it was placed before this was recorded.
  let placed: Int

  func order(number: Int) -> Order {
    let date = placed == 0 ? nil : Date(timeIntervalSince1970: TimeInterval(placed))
    return Order(
      number: number, customer: customer, item: item, quantity: quantity, total: total,
      placed: date)
  }
}
