// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// The stock of an item has changed.
///
/// The event may be lost without harm, since the stock is in the database.
public struct StockMoved: Event {
  /// The item.
  public let sku: String

  /// Creates the event.
  ///
  /// - Parameter sku: The item.
  public init(sku: String) { self.sku = sku }
}
