// SPDX-License-Identifier: Apache-2.0

internal import BazaarKit
internal import CatalogAPI
internal import Foundation
public import Gantry

/// Knows the goods, and shows them. It belongs to no actor, so that nobody waits for the main one.
@Module
public final class CatalogModule {
  private let shelf: Shelf

  /// Reads the goods from the module's resources.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `ResourceError` and `DecodingError` when the goods cannot be read.
  public init(context: ModuleContext) throws {
    let goods = try context.resources.data("goods.json")
    shelf = Shelf(items: try JSONDecoder().decode([CatalogItem].self, from: goods))
  }

  @Provides var goods: any GoodsCatalog { shelf }

  @Route(access: .external)
  func showAll(_ route: ShowCatalog, context: ModuleContext) {
    let items = shelf.items(matching: route.q)
    let lines = items.map { "\n  \($0.id)  \($0.title), \(Money(cents: $0.price))" }.joined()
    context.events.send(Notice(from: context.name, "\(items.count) items\(lines)"))
  }

  @Route(access: .external)
  func showItem(_ route: ShowItem, context: ModuleContext) {
    let text = shelf.items.first { $0.id == route.id }.map {
      "\($0.title) ('\($0.name)'), \(Money(cents: $0.price))"
    }
    context.events.send(Notice(from: context.name, text ?? "there is no item \(route.id)"))
  }
}
