// SPDX-License-Identifier: Apache-2.0

// Pages by URL that are view controllers.

import Gantry
import GantryApple
import UIKit

// region: counter
@MainActor
final class Counter {
  static let shared = Counter()
  func start() {}
  func flush() {}
}

// region: module
@Module
@MainActor
final class CounterModule {
  @Launch func start() { Counter.shared.start() }
  @On func flush(_ event: DidEnterBackground) { Counter.shared.flush() }
}
// endregion
// endregion

// region: interface
@MainActor
protocol OrderService: Sendable {
  func place(_ items: [String]) -> Int
}
// endregion

// region: orders
@Module
@MainActor
final class OrdersModule: OrderService {
  private var orders: [[String]] = []

  @Provides var service: any OrderService { self }

  func place(_ items: [String]) -> Int {
    orders.append(items)
    return orders.count
  }
}
// endregion

// region: basket
@Module
@MainActor
final class BasketModule {
  @Inject let orders: any OrderService
  private var items = ["tea"]

  func checkOut() -> Int { orders.place(items) }
}
// endregion

final class OrderController: UIViewController {
  static func showing(_ id: Int) -> OrderController {
    let controller = OrderController()
    controller.title = "Order \(id)"
    return controller
  }
}

// region: page
/// In the Orders target: shop://orders/7.
@Route("orders/:id", access: .external)
@MainActor
func order(id: Int) -> UIViewController { OrderController.showing(id) }
// endregion

// region: navigation
/// In the app's target: pushes the page of each URL that the app opens.
@Module
@MainActor
final class NavigationModule {
  @Inject let router: Router
  private let navigation = UINavigationController()

  @Provides var controller: UINavigationController { navigation }

  @On func open(_ event: OpenURL) -> Bool {
    guard let page = try? router.openSyncOnMain(event.url, as: UIViewController.self) else {
      return false
    }
    navigation.pushViewController(page, animated: true)
    return true
  }
}

final class SceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    let window = UIWindow(windowScene: scene)
    window.rootViewController = host?.application.services.resolve(UINavigationController.self)
    return window
  }
}
// endregion
