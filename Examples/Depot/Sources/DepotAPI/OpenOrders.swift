// SPDX-License-Identifier: Apache-2.0

public import GantryRouting

/// Goods that are on their way, as the stock was low.
public struct SupplyOrder: Codable, Hashable, Sendable {
  /// Counted from 1.
  public var number: Int
  /// The item.
  public var sku: String
  /// How many are on their way.
  public var quantity: Int

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - number: Counted from 1.
  ///   - sku: The item.
  ///   - quantity: How many are on their way.
  public init(number: Int, sku: String, quantity: Int) {
    (self.number, self.sku, self.quantity) = (number, sku, quantity)
  }
}

/// All orders for items whose stock is still low; without the module that orders, no module answers.
@RoutePattern("orders")
public struct OpenOrders {
  /// The result of its handler.
  public typealias Output = [SupplyOrder]
}
