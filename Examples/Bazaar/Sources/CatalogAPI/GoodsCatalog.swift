// SPDX-License-Identifier: Apache-2.0

/// Knows the goods.
public protocol GoodsCatalog: Sendable {
  /// Finds an item.
  ///
  /// - Parameter name: Its name, in any case.
  /// - Returns: The item; nil when there is none of that name.
  func item(named name: String) -> CatalogItem?
}
