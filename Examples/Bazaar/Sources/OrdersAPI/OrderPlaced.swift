// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// An order was placed and stored.
public struct OrderPlaced: Event, Equatable {
  /// The order.
  public let order: Order

  /// Creates the event.
  ///
  /// - Parameter order: The order.
  public init(order: Order) { self.order = order }
}
