// SPDX-License-Identifier: Apache-2.0

/// An order as it was placed.
public struct Order: Sendable, Equatable {
  /// The number of the order, counted from 1.
  public let number: Int
  /// The customer's name.
  public let customer: String
  /// The item, by its name in the catalog.
  public let item: String
  /// The number of pieces.
  public let quantity: Int
  /// The total price, in cents.
  public let total: Int

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - number: The number of the order, counted from 1.
  ///   - customer: The customer's name.
  ///   - item: The item, by its name in the catalog.
  ///   - quantity: The number of pieces.
  ///   - total: The total price, in cents.
  public init(number: Int, customer: String, item: String, quantity: Int, total: Int) {
    self.number = number
    self.customer = customer
    self.item = item
    self.quantity = quantity
    self.total = total
  }

  /// The order in a few words: `order 1: 2 × tea`.
  public var summary: String { "order \(number): \(quantity) × \(item)" }
}
