// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import Gantry
internal import GantryAppEvents
public import ShopKit

/// Keeps the basket, and opens its page for a quick action of the app's icon, and for an activity
/// that began on another device or before the app was ended.
@Module(provides: (any BasketService).self)
@MainActor
public final class BasketModule: BasketService {
  // region: basket
  @Inject let orders: any OrderService
  /// The goods to buy.
  public private(set) var items: [String] = []

  /// Orders the goods.
  public func checkOut() -> Int {
    defer { items = [] }
    return orders.place(items)
  }
  // endregion

  /// Adds an item.
  public func add(_ item: String) { items.append(item) }

  // region: answers
  @Inject let navigator: any Navigator

  @On func perform(_ action: PerformQuickAction) -> Bool {
    guard action.type == "basket" else { return false }
    navigator.beginShowing(RouteRequest("basket", in: action.scene))
    return true
  }

  @On func keep(_ event: SceneRestorationActivity) -> UserActivity? {
    let list = try? PropertyListEncoder().encode(["items": items])
    return items.isEmpty ? nil : UserActivity(type: Self.activity, title: "Basket", userInfo: list)
  }

  @On func resume(_ event: ContinueActivity) -> Bool {
    guard event.activity.type == Self.activity, let list = event.activity.userInfo,
      let kept = try? PropertyListDecoder().decode([String: [String]].self, from: list)
    else { return false }
    items = kept["items"] ?? []
    navigator.beginShowing(RouteRequest("basket", in: event.scene))
    return true
  }
  // endregion

  /// The type of the activity, which Info.plist names as well.
  private static let activity = "shop.basket"
}
