// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  internal import BasketAPI
  internal import CatalogAPI
  public import Gantry
  internal import PagesAPI
  internal import SwiftUI

  /// The goods, and a page for each item: `shop://catalog` and `shop://catalog/tea`.
  @Module
  @MainActor
  public final class CatalogPages {
    @Inject let catalog: any CatalogService
    @Inject let basket: (any BasketService)?
    @Inject let events: EventBus

    @Route("catalog", access: .external)
    func list() -> AnyView { AnyView(CatalogView(goods: catalog.goods, events: events)) }

    @Route("catalog/:item", access: .external)
    func show(item: String) -> AnyView {
      AnyView(
        ItemView(item: item, price: catalog.price(of: item), basket: basket, events: events))
    }
  }

  struct CatalogView: View {
    let goods: [String]
    let events: EventBus

    var body: some View {
      List(goods, id: \.self) { item in
        Button(item) { events.open(page: "catalog/\(item)") }
      }
      .navigationTitle("Catalog")
    }
  }

  struct ItemView: View {
    let item: String
    let price: Int?
    let basket: (any BasketService)?
    let events: EventBus

    var body: some View {
      VStack {
        Text(price.map { "It costs \($0)." } ?? "There is none.")
        if let basket, price != nil {
          Button("Buy") {
            basket.add(item)
            events.open(page: "basket")
          }
        }
      }
      .navigationTitle(item)
    }
  }
#endif
