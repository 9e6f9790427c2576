// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  public import Gantry
  internal import ShopKit
  internal import UIKit

  // region: page
  /// The goods to buy, in a sheet: `shop://basket`.
  @Module
  @MainActor
  public final class BasketPages {
    @Inject let basket: any BasketService
    @Inject let navigator: any Navigator

    @Route("basket", access: .external, shown: .sheet)
    func show() -> UIViewController {
      guard !basket.items.isEmpty else { return PageController.showing("Basket", ["Nothing yet"]) }
      let order = UIAction(title: "Order") { [basket, navigator] _ in
        navigator.beginShowing("orders/\(basket.checkOut())")
      }
      return PageController.showing("Basket", basket.items, [order])
    }
  }
// endregion
#endif
