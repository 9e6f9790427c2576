// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  public import Gantry
  internal import ShopKit
  internal import UIKit

  // region: page
  /// A page for each order: `shop://orders/7`.
  @Module
  @MainActor
  public final class OrderPages {
    @Inject let orders: any OrderService

    @Route("orders/:id", access: .external)
    func order(id: Int) -> UIViewController {
      PageController.showing("Order \(id)", orders.items(of: id) ?? ["There is no such order."])
    }
  }
// endregion
#endif
