// SPDX-License-Identifier: Apache-2.0

// The Swift files of an app whose delegates are written in Objective-C.

import Foundation
import Gantry
import GantryApple
import UIKit

// region: basket
/// A service that modules in Swift and code in Objective-C use.
@MainActor
@objc(Basket)
protocol Basket: Sendable {
  /// The number of goods in the basket.
  var count: Int { get }

  /// Adds goods.
  func add(_ item: String)
}

@Module
@MainActor
final class BasketModule: NSObject, Basket {
  private var items: [String] = []

  @Provides var basket: any Basket { self }

  var count: Int { items.count }

  func add(_ item: String) { items.append(item) }
}
// endregion

// region: host
@objc(ShopHost)
final class ShopHost: GantryHost {
  override class func makeApplication() -> Application { Application(schemes: ["shop"]) }

  override init() {
    super.init()
    expose((any Basket).self, as: Basket.self)
  }
}
// endregion

// region: more
extension ShopHost {
  /// Shows an order in its tab.
  @objc func showOrder(_ id: Int) {
    let navigator = host.application.services.resolveIfPresent((any Navigator).self)
    navigator?.beginShowing("orders/\(id)", as: .tab("orders"))
  }

  /// What a module does, or why it doesn't run.
  @objc func explain(_ module: String) -> String {
    "\(host.application.explain(ModuleName(module)))"
  }
}
// endregion

// region: published
struct OrderPlaced: Event { let id: Int }

@Module
@MainActor
final class NotificationsModule {
  private var published: [EventSubscription] = []

  @Launch func publish(context: ModuleContext) {
    let bridge = NotificationBridge(context.events)
    let name = Notification.Name("OrderPlaced")
    published.append(bridge.publish(OrderPlaced.self, as: name) { ["id": $0.id] })
  }
}
// endregion

// region: pages
@Module
@MainActor
final class OrderPages {
  @Route("orders/:id", access: .external)
  func order(id: Int) -> UIViewController {
    let page = UIViewController()
    page.title = "Order \(id)"
    return page
  }
}
// endregion

// region: tests
/// In the test target: a basket with fixed contents.
@objc(FullBasket)
final class FullBasket: NSObject, Basket {
  var count: Int { 3 }
  func add(_ item: String) {}
}

/// An application with the stub alone, which launches nothing.
@objc(TestHost)
final class TestHost: GantryHost {
  override class func makeApplication() -> Application {
    Application(modules: []) { $0.provide(FullBasket(), as: (any Basket).self) }
  }

  override init() {
    super.init()
    expose((any Basket).self, as: Basket.self)
  }
}
// endregion
