// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  public import Gantry
  internal import OrdersAPI
  internal import SwiftUI

  // region: page
  /// A page for each order: `shop://orders/7`.
  @Module
  @MainActor
  public final class OrderPages {
    @Inject let orders: any OrderService

    @Route("orders/:id", access: .external)
    func order(id: Int) -> AnyView { AnyView(OrderView(id: id, items: orders.items(of: id))) }
  }
  // endregion

  struct OrderView: View {
    let id: Int
    let items: [String]?

    var body: some View {
      List(items ?? ["There is no such order."], id: \.self) { Text($0) }
        .navigationTitle("Order \(id)")
    }
  }
#endif
