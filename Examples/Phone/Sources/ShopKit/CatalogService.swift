// SPDX-License-Identifier: Apache-2.0

/// Knows the goods that the shop sells.
@MainActor
public protocol CatalogService: Sendable {
  /// The names of the goods, in alphabetical order.
  var goods: [String] { get }

  /// The price of an item, or nil if the shop doesn't sell it.
  ///
  /// - Parameter item: The item's name.
  func price(of item: String) -> Int?
}
