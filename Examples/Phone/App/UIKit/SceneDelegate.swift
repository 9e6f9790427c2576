// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import SwiftUI
import UIKit

// region: scene
/// A window with three tabs, of which each begins with the page of a route.
final class SceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    guard let router = host?.application.router else { return nil }
    let tabs = UITabBarController()
    tabs.viewControllers = [
      stack("shop", of: try? router.callNow("catalog", as: UIViewController.self)),
      swiftUI("news", of: try? router.callNow("news", as: AnyView.self)),
      stack("help", of: try? router.callNow("help", as: UIViewController.self)),
    ]
    let window = UIWindow(windowScene: scene)
    window.rootViewController = tabs
    return window
  }

  /// While the modules launch.
  override func makeLoadingWindow(in scene: UIWindowScene) -> UIWindow? {
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController()
    return window
  }

  private func stack(_ name: String, of page: UIViewController?) -> UIViewController {
    named(name, UINavigationController(rootViewController: page ?? UIViewController()))
  }

  /// The navigator shows pages in the stack of SwiftUI as well.
  private func swiftUI(_ name: String, of view: AnyView?) -> UIViewController {
    named(name, UIHostingController(rootView: RoutedStack(tab: name) { view }))
  }

  /// Routes select a tab by its identifier.
  private func named(_ name: String, _ tab: UIViewController) -> UIViewController {
    tab.restorationIdentifier = name
    tab.title = name.capitalized
    return tab
  }
}
// endregion
