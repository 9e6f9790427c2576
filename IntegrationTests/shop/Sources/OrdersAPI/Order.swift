// SPDX-License-Identifier: Apache-2.0

public import Foundation

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
  /// When it was placed; nil for an order from before this was recorded.
  public let placed: Date?

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - number: The number of the order, counted from 1.
  ///   - customer: The customer's name.
  ///   - item: The item, by its name in the catalog.
  ///   - quantity: The number of pieces.
  ///   - total: The total price, in cents.
  ///   - placed: When it was placed; nil if that is not known.
  public init(
    number: Int, customer: String, item: String, quantity: Int, total: Int, placed: Date? = nil
  ) {
    self.number = number
    self.customer = customer
    self.item = item
    self.quantity = quantity
    self.total = total
    self.placed = placed
  }
}
