// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Knows the goods.
public protocol GoodsCatalog: Sendable {
  /// Everything there is, by name.
  var items: [CatalogItem] { get }

  /// Finds an item.
  ///
  /// - Parameter name: Its name, in any case.
  /// - Returns: The item; nil when there is none of that name.
  func item(named name: String) -> CatalogItem?
}
