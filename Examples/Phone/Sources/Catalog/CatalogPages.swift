// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  public import Gantry
  internal import ShopKit
  internal import UIKit

  /// The goods, and a page for each item: `shop://catalog` and `shop://catalog/tea`.
  @Module
  @MainActor
  public final class CatalogPages {
    @Inject let catalog: any CatalogService
    @Inject let basket: (any BasketService)?
    @Inject let navigator: any Navigator

    @Route("catalog", access: .external)
    func list() -> UIViewController {
      PageController.showing(
        "Catalog", [],
        catalog.goods.map { item in
          UIAction(title: item) { [navigator] _ in navigator.beginShowing("catalog/\(item)") }
        })
    }

    /// Without a basket, an item can't be bought.
    @Route("catalog/:item", access: .external)
    func show(item: String) -> UIViewController {
      guard let price = catalog.price(of: item) else {
        return PageController.showing(item, ["There is none."])
      }
      let buy = basket.map { [navigator] basket in
        UIAction(title: "Buy") { _ in
          basket.add(item)
          navigator.beginShowing("basket")
        }
      }
      return PageController.showing(item, ["It costs \(price)."], buy.map { [$0] } ?? [])
    }
  }
#endif
