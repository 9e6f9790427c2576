// SPDX-License-Identifier: Apache-2.0

/// An item for sale.
public struct CatalogItem: Sendable, Equatable, Codable {
  /// Its number in the catalog, counted from 1.
  public let id: Int
  /// The name by which it is ordered, for example `tea`.
  public let name: String
  /// Its title, for example `Black tea`.
  public let title: String
  /// The price of one, in cents.
  public let price: Int

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - id: Its number in the catalog.
  ///   - name: The name by which it is ordered.
  ///   - title: Its title.
  ///   - price: The price of one, in cents.
  public init(id: Int, name: String, title: String, price: Int) {
    self.id = id
    self.name = name
    self.title = title
    self.price = price
  }
}
