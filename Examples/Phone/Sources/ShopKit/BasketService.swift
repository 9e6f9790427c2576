// SPDX-License-Identifier: Apache-2.0

/// Knows the goods to buy.
@MainActor
public protocol BasketService: Sendable {
  /// The goods, in the order in which they were put in.
  var items: [String] { get }

  /// Adds an item.
  ///
  /// - Parameter item: The item's name.
  func add(_ item: String)

  /// Orders the goods, and empties the basket.
  ///
  /// - Returns: The number of the order.
  func checkOut() -> Int
}
