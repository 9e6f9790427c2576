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
