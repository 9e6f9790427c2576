// SPDX-License-Identifier: Apache-2.0

public import BasketAPI
internal import Foundation
public import Gantry
internal import GantryAppEvents
internal import ScreenAPI

// region: basket
/// Keeps the basket, and shows it: by `shop://basket`, by a quick action of the app's icon, and by
/// an activity that began on another device or before the app was ended.
@Module
@MainActor
public final class BasketModule: BasketService {
  /// The goods, in the order in which they were put in.
  public private(set) var items: [String] = []

  @Provides var service: any BasketService { self }

  /// Puts something in.
  public func add(_ item: String) { items.append(item) }

  @Route("basket", access: .external)
  func show(context: ModuleContext) { context.events.send(ShowScreen(screen)) }

  @On func perform(_ action: PerformQuickAction, context: ModuleContext) -> Bool {
    guard action.type == "basket" else { return false }
    show(context: context)
    return true
  }

  @On func keep(_ event: SceneRestorationActivity) -> UserActivity? {
    let list = try? PropertyListEncoder().encode(["items": items])
    return items.isEmpty ? nil : UserActivity(type: Self.activity, title: "Basket", userInfo: list)
  }

  @On func resume(_ event: ContinueActivity, context: ModuleContext) -> Bool {
    guard event.activity.type == Self.activity, let list = event.activity.userInfo,
      let kept = try? PropertyListDecoder().decode([String: [String]].self, from: list)
    else { return false }
    items = kept["items"] ?? []
    show(context: context)
    return true
  }

  /// The type of the activity, which Info.plist names as well.
  private static let activity = "shop.basket"

  private var screen: Screen { Screen("Basket", items.isEmpty ? ["Nothing yet"] : items) }
}
// endregion
