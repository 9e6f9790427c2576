// SPDX-License-Identifier: Apache-2.0

// Two modules that use each other, and an app delegate that names neither.

import Gantry
import GantryApple
import UIKit

final class OrderController: UIViewController {
  static func showing(_ id: Int) -> OrderController {
    let controller = OrderController()
    controller.title = "Order \(id)"
    return controller
  }
}

// region: interface
// OrdersAPI: the small target that both modules import. Make these declarations public there,
// and give OrderPlaced a public init.
@MainActor protocol OrderService: Sendable {
  func place(_ items: [String]) -> Int
}

struct OrderPlaced: Event { let id: Int }

@RoutePattern("orders/:id")
struct OrderPage {
  typealias Output = UIViewController
  var id: Int
}
// endregion

// region: modules
// Orders: provides the service, sends the event and answers the route.
@Module(provides: (any OrderService).self) @MainActor
final class OrdersModule: OrderService {
  @Inject let events: EventBus
  private var orders: [[String]] = []

  func place(_ items: [String]) -> Int {
    orders.append(items)
    events.send(OrderPlaced(id: orders.count))
    return orders.count
  }

  @Route(access: .external)  // also opens shop://orders/7
  func page(_ route: OrderPage) -> UIViewController { OrderController.showing(route.id) }
}

// Basket: never imports Orders.
@Module @MainActor
final class BasketModule {
  @Inject let orders: any OrderService  // so Orders launches first
  @Inject let navigator: any Navigator
  private var items: [String] = []

  @Launch func load() { items = ["tea"] }  // before the first screen

  @On func empty(_ event: OrderPlaced) { items = [] }

  func checkOut() {
    navigator.beginShowing(OrderPage(id: orders.place(items)))  // pushed in the active window
  }
}
// endregion

// region: delegate
@main
final class AppDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(schemes: ["shop"]) }
}
// endregion
