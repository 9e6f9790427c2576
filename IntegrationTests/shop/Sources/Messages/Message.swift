// SPDX-License-Identifier: Apache-2.0

internal import BazaarKit
internal import OrdersAPI
internal import StorageAPI

/// A message to a customer.
struct Message: StoredRecord {
  static var table: String { "messages" }
  static var columns: [StorageColumn] { [.text("customer"), .text("text")] }
  static var indexedColumns: [String] { ["customer"] }

  let customer: String
  let text: String
}

extension Message {
  /// Thanks a customer for an order.
  init(_ order: Order) {
    self.init(
      customer: order.customer,
      text: "Thank you, \(order.customer)! \(order.summary), \(Money(cents: order.total)).")
  }
}
