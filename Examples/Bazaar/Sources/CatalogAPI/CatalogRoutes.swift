// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// Shows all goods, or those whose titles contain a text: `bazaar://catalog?q=tea`.
@RoutePattern("catalog")
public struct ShowCatalog {
  /// The text to search for; nil shows all goods.
  public var q: String?
}

/// Shows one item: `bazaar://catalog/7`.
@RoutePattern("catalog/:id")
public struct ShowItem {
  /// The item's number.
  public var id: Int
}
