// SPDX-License-Identifier: Apache-2.0

internal import BazaarKit
internal import CatalogAPI
internal import Foundation
public import Gantry
internal import Logging
internal import PageKit
internal import WebAPI

/// Knows the goods, and shows them: `bazaar://catalog` and `bazaar://catalog/7`.
///
/// It belongs to no actor, so that many customers can look at the goods at once.
@Module
public final class CatalogModule {
  private let shelf: Shelf
  private let pages: CatalogPages

  /// Reads the goods from the file that `Catalog.goods` in the configuration names, or else from
  /// the module's resources.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `CatalogError` when the goods cannot be read, `TemplateError` and `ResourceError`.
  public init(context: ModuleContext) throws {
    if let file = context.config.string(forKey: "goods") {
      guard let json = FileManager.default.contents(atPath: file) else {
        throw CatalogError.unreadable(file: file, reason: "there is no such file")
      }
      shelf = try Shelf(json: json, file: file)
    } else {
      shelf = try Shelf(json: context.resources.data("goods.json"), file: "goods.json")
    }
    pages = try CatalogPages(shelf: shelf, templates: Templates(context))
  }

  @Provides var catalog: any GoodsCatalog { shelf }

  @Provides var menu: MenuEntry { MenuEntry("Catalog", path: "/catalog", place: 100) }

  @Route(access: .external) func home(_ route: HomePage) throws -> Page {
    try pages.home(on: Date())
  }

  @Route(access: .external) func goods(_ route: CatalogPage) throws -> Page {
    try pages.list(route)
  }

  @Route(access: .external) func item(_ route: ItemPage, context: ModuleContext) throws -> Page {
    guard let item = shelf.item(numbered: route.id) else {
      throw PageError.noSuch("item \(route.id) in the catalog")
    }
    // Without a module that takes orders, no order form is shown.
    return try pages.one(
      item, canOrder: context.router.canOpen(RouteRequest(CatalogPages.orderForm)))
  }
}

/// A launch task needs no module: a free function will do.
@Launch(requires: .catalog)
func checkCategories(context: ModuleContext) throws {
  let goods = try context.inject((any GoodsCatalog).self).items
  let empty = Set(CatalogAPI.Category.allCases).subtracting(goods.map(\.category))
  guard !empty.isEmpty else { return }
  let names = empty.map(\.title).sorted().joined(separator: ", ")
  context.logger.info("there is nothing in \(names)")
}
