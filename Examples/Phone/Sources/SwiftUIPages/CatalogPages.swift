// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  internal import BasketAPI
  internal import CatalogAPI
  public import Gantry
  internal import SwiftUI

  /// The goods, and a page for each item: `shop://catalog` and `shop://catalog/tea`.
  @Module
  @MainActor
  public final class CatalogPages {
    @Inject let catalog: any CatalogService
    @Inject let basket: (any BasketService)?
    @Inject let navigator: any Navigator

    @Route("catalog", access: .external)
    func list() -> AnyView { AnyView(CatalogView(goods: catalog.goods, navigator: navigator)) }

    @Route("catalog/:item", access: .external)
    func show(item: String) -> AnyView {
      AnyView(
        ItemView(item: item, price: catalog.price(of: item), basket: basket, navigator: navigator))
    }
  }

  struct CatalogView: View {
    let goods: [String]
    let navigator: any Navigator

    var body: some View {
      List(goods, id: \.self) { item in
        Button(item) { navigator.beginShowing("catalog/\(item)") }
      }
      .navigationTitle("Catalog")
    }
  }

  struct ItemView: View {
    let item: String
    let price: Int?
    let basket: (any BasketService)?
    let navigator: any Navigator

    var body: some View {
      VStack {
        Text(price.map { "It costs \($0)." } ?? "There is none.")
        if let basket, price != nil {
          Button("Buy") {
            basket.add(item)
            navigator.beginShowing("basket")
          }
        }
      }
      .navigationTitle(item)
    }
  }
#endif
