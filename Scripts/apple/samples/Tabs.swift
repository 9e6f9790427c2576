// SPDX-License-Identifier: Apache-2.0

// Tabs that modules contribute.

import Gantry
import GantryApple
import UIKit

// region: interface
/// A tab that a module adds to the app, in an interface target.
@MainActor
public protocol Tab: Sendable {
  var name: String { get }
  var position: Int { get }
  func makePage() -> UIViewController
}
// endregion

// region: module
@Module(provides: (any Tab).self)
@MainActor
final class OrdersTab: Tab {
  let name = "orders"
  let position = 1

  func makePage() -> UIViewController { OrdersController() }
}
// endregion

// region: window
final class SceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    let tabs = (try? host?.application.services.resolveAll((any Tab).self)) ?? []
    let root = UITabBarController()
    root.viewControllers = tabs.sorted { $0.position < $1.position }.map { tab in
      let stack = UINavigationController(rootViewController: tab.makePage())
      stack.restorationIdentifier = tab.name  // the tab of `shown: .tab("orders")`
      return stack
    }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = root
    return window
  }
}
// endregion

final class OrdersController: UIViewController {}
