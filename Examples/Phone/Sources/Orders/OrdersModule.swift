// SPDX-License-Identifier: Apache-2.0

public import Gantry
public import ShopKit

// region: orders
/// Keeps the orders, which are numbered from 1.
@Module(provides: (any OrderService).self)
@MainActor
public final class OrdersModule: OrderService {
  private var orders: [[String]] = []

  /// Appends an order.
  public func place(_ items: [String]) -> Int {
    orders.append(items)
    return orders.count
  }

  /// Looks up an order by its number.
  public func items(of id: Int) -> [String]? {
    orders.indices.contains(id - 1) ? orders[id - 1] : nil
  }
}
// endregion
