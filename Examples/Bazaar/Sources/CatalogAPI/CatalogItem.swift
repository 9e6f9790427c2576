// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something that can be bought.
public struct CatalogItem: Sendable, Equatable, Codable {
  /// The name by which it is ordered, for example `tea`.
  public let name: String
  /// The price of one, in cents.
  public let price: Int

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - name: The name by which it is ordered.
  ///   - price: The price of one, in cents.
  public init(name: String, price: Int) {
    self.name = name
    self.price = price
  }
}
