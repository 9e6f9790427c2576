// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// An order was placed and stored; the data that must not be lost is in ``UnconfirmedOrder``.
public struct OrderPlaced: Event, Equatable {
  /// The order.
  public let order: Order

  /// Creates the event.
  public init(order: Order) { self.order = order }
}
