// SPDX-License-Identifier: Apache-2.0

public import StorageAPI

/// An order whose customer has yet to be told.
///
/// Events live in memory: ``OrderPlaced`` is lost if the process dies before a module handles it.
/// So `Orders` stores this row in the same transaction as the order itself. The module that tells
/// the customer replaces the row with its message, again in one transaction. The event says only
/// that there is something to do; a launch looks for rows that the previous one left.
public struct UnconfirmedOrder: StoredRecord, Equatable {
  /// The table's name.
  public static var table: String { "unconfirmed_orders" }
  /// The table's columns.
  public static var columns: [StorageColumn] {
    [
      .integer("orderNumber"), .text("customer"), .text("item"), .integer("quantity"),
      .integer("total"),
    ]
  }

  /// The number of the order.
  public let orderNumber: Int
  /// The customer's name.
  public let customer: String
  /// The item, by its name in the catalog.
  public let item: String
  /// The number of pieces.
  public let quantity: Int
  /// The total price, in cents.
  public let total: Int

  /// Creates the note that a customer has to be told of an order.
  ///
  /// - Parameter order: The order.
  public init(_ order: Order) {
    orderNumber = order.number
    customer = order.customer
    item = order.item
    quantity = order.quantity
    total = order.total
  }

  /// The order, without its time.
  public var order: Order {
    Order(number: orderNumber, customer: customer, item: item, quantity: quantity, total: total)
  }
}
