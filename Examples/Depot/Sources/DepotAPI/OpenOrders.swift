// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// Goods that are on order because the stock was low.
public struct SupplyOrder: Codable, Hashable, Sendable {
  /// The number of the order, counted from 1.
  public var number: Int
  /// The item.
  public var sku: String
  /// The quantity on order.
  public var quantity: Int

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - number: The number of the order, counted from 1.
  ///   - sku: The item.
  ///   - quantity: The quantity on order.
  public init(number: Int, sku: String, quantity: Int) {
    (self.number, self.sku, self.quantity) = (number, sku, quantity)
  }
}

/// All orders for items whose stock is still low.
///
/// Without the module that orders goods, no module answers.
@RoutePattern("orders")
public struct OpenOrders {
  /// The result of its handler.
  public typealias Output = [SupplyOrder]
}
