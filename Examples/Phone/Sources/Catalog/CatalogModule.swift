// SPDX-License-Identifier: Apache-2.0

public import Gantry
public import ShopKit

/// Keeps the goods and their prices.
@Module(provides: (any CatalogService).self)
@MainActor
public final class CatalogModule: CatalogService {
  private static let prices = ["coffee": 8, "saffron": 12, "tea": 5]

  /// The names of the goods.
  public var goods: [String] { Self.prices.keys.sorted() }

  /// The price of an item.
  public func price(of item: String) -> Int? { Self.prices[item] }
}
