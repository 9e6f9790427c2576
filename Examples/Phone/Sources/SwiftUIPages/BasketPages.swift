// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  internal import BasketAPI
  public import Gantry
  internal import SwiftUI

  /// The goods to buy: `shop://basket`.
  @Module
  @MainActor
  public final class BasketPages {
    @Inject let basket: any BasketService
    @Inject let navigator: any Navigator

    @Route("basket", access: .external)
    func show() -> AnyView { AnyView(BasketView(basket: basket, navigator: navigator)) }
  }

  struct BasketView: View {
    let basket: any BasketService
    let navigator: any Navigator

    var body: some View {
      VStack {
        List(Array(basket.items.enumerated()), id: \.offset) { Text($0.element) }
        if basket.items.isEmpty {
          Text("Nothing yet")
        } else {
          Button("Order") { navigator.beginShowing("orders/\(basket.checkOut())") }
        }
      }
      .navigationTitle("Basket")
    }
  }
#endif
