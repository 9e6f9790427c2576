// SPDX-License-Identifier: Apache-2.0

public import GantryRouting
public import WebAPI

/// The goods, or those that were looked for, a page at a time.
@RoutePattern("catalog")
public struct CatalogPage {
  /// The result of its handler.
  public typealias Output = Page
  /// Words that are looked for; nil shows all.
  public var q: String?
  /// Goods of one kind; nil shows all.
  public var category: Category?
  /// The page, counted from 1; nil is the first.
  public var page: Int?
}
