// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import BazaarKit
internal import CatalogAPI
public import Gantry

/// Knows what can be bought: `bazaar://catalog` shows it.
@Module
@MainActor
public final class CatalogModule {
  private var shelf = Shelf(items: [])

  @Provides var catalog: any GoodsCatalog { shelf }

  /// A few dozen items are read faster than a thread is found, so this stays on the main actor.
  @Launch func fillShelf() throws {
    shelf = Shelf(items: try Self.resources.json("goods.json", as: [CatalogItem].self))
  }

  @On func open(_ event: OpenURL, context: ModuleContext) -> Bool {
    guard let url = BazaarURL(event.url), url.section == "catalog", url.action.isEmpty else {
      return false
    }
    let goods = shelf.items.map { "\($0.name) \(Money(cents: $0.price))" }
    context.events.send(Notice(from: context.name, goods.joined(separator: ", ")))
    return true
  }
}

/// A launch task needs no module: a free function will do.
@LaunchTask(requires: .catalog)
func checkPrices(context: ModuleContext) throws {
  let goods = try context.inject((any GoodsCatalog).self).items
  let unpriced = goods.filter { $0.price <= 0 }.map(\.name)
  guard unpriced.isEmpty else { throw CatalogError.unpriced(unpriced) }
}
