// SPDX-License-Identifier: Apache-2.0

internal import BasketAPI
public import Gantry
internal import ScreenAPI

/// Shows the goods: `shop://catalog` and `shop://catalog/tea`.
///
/// `shop://catalog/tea/buy` puts an item into the basket, if there is a basket.
@Module
@MainActor
public final class CatalogModule {
  @Inject let basket: (any BasketService)?

  private static let goods = ["coffee": 8, "saffron": 12, "tea": 5]

  private var list: Screen { Screen("Catalog", Self.goods.keys.sorted()) }

  @On func first(_ event: FirstScreen) -> Screen? { list }

  @Route("catalog", access: .external)
  func show(context: ModuleContext) { context.events.send(ShowScreen(list)) }

  @Route("catalog/:item", access: .external)
  func price(item: String, context: ModuleContext) {
    let price = Self.goods[item].map { "It costs \($0)." } ?? "There is none."
    context.events.send(ShowScreen(Screen(item, [price])))
  }

  @Route("catalog/:item/buy", access: .external)
  func buy(item: String, context: ModuleContext) {
    guard let basket, Self.goods[item] != nil else { return price(item: item, context: context) }
    basket.add(item)
    context.events.send(ShowScreen(Screen(item, ["In your basket: \(basket.items.count)"])))
  }
}
