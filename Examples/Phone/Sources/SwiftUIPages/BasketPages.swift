// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  internal import BasketAPI
  public import Gantry
  internal import PagesAPI
  internal import SwiftUI

  /// The goods to buy: `shop://basket`.
  @Module
  @MainActor
  public final class BasketPages {
    @Inject let basket: any BasketService
    @Inject let events: EventBus

    @Route("basket", access: .external)
    func show() -> AnyView { AnyView(BasketView(basket: basket, events: events)) }
  }

  struct BasketView: View {
    let basket: any BasketService
    let events: EventBus

    var body: some View {
      VStack {
        List(Array(basket.items.enumerated()), id: \.offset) { Text($0.element) }
        if basket.items.isEmpty {
          Text("Nothing yet")
        } else {
          Button("Order") { events.open(page: "orders/\(basket.checkOut())") }
        }
      }
      .navigationTitle("Basket")
    }
  }
#endif
