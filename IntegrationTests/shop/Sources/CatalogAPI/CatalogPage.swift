// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces
public import WebAPI

/// All goods, or those that match a search, a page at a time.
@RoutePattern("catalog")
public struct CatalogPage {
  /// The result of its handler.
  public typealias Output = Page
  /// The words to search for; nil shows all goods.
  public var q: String?
  /// Goods of one kind; nil shows all.
  public var category: Category?
  /// The page, counted from 1; nil is the first.
  public var page: Int?
}
