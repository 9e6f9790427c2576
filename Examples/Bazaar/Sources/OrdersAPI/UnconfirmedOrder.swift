// SPDX-License-Identifier: Apache-2.0

public import StorageAPI

/// An order whose customer has yet to be told.
///
/// Events live in memory: ``OrderPlaced`` is gone with a process that dies before it is handled. So
/// `Orders` stores this row in one transaction with the order itself, and the module that tells the
/// customer replaces it by its message, in one transaction again. The event says only that there is
/// something to do; a launch looks for rows that the one before has left.
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
  /// How many of it.
  public let quantity: Int
  /// The total price, in cents.
  public let total: Int

  /// Notes that a customer has to be told of an order.
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
