// SPDX-License-Identifier: Apache-2.0

/// An item for sale.
public struct CatalogItem: Sendable, Equatable, Codable {
  /// Its number in the catalog, counted from 1.
  public let id: Int
  /// The name by which it is ordered, for example `tea`.
  public let name: String
  /// Its title, for example `Black tea`.
  public let title: String
  /// The category that it belongs to.
  public let category: Category
  /// The price of one, in cents.
  public let price: Int
  /// A sentence or two about it.
  public let text: String

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - id: Its number in the catalog.
  ///   - name: The name by which it is ordered.
  ///   - title: Its title.
  ///   - category: The category that it belongs to.
  ///   - price: The price of one, in cents.
  ///   - text: A sentence or two about it.
  public init(
    id: Int, name: String, title: String, category: Category, price: Int, text: String
  ) {
    self.id = id
    self.name = name
    self.title = title
    self.category = category
    self.price = price
    self.text = text
  }
}
