// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import SwiftUI
import UIKit

// region: stack
@main
struct Shop: App {
  @UIApplicationDelegateAdaptor private var delegate: ModularAppDelegate
  @State private var tab = "shop"

  var body: some Scene {
    WindowGroup {
      TabView(selection: $tab) {
        RoutedStack(tab: "shop") { ShopView() }.tabItem { Text("Shop") }.tag("shop")
        RoutedStack(tab: "orders") { Text("Orders") }.tabItem { Text("Orders") }.tag("orders")
      }
      .routedTabs(["shop", "orders"], selection: $tab)
      .opensURLs(with: delegate.host)
    }
  }
}

struct ShopView: View {
  @Environment(\.navigator) private var navigator

  var body: some View {
    Button("Last order") { navigator.beginShowing("orders/7") }  // in this window
  }
}
// endregion

// region: uikit
final class RootController: UITabBarController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let news = UIHostingController(rootView: RoutedStack(tab: "news") { Text("News") })
    news.restorationIdentifier = "news"
    viewControllers = [UINavigationController(rootViewController: UIViewController()), news]
  }
}
// endregion

// region: page
protocol Orders: Sendable {
  func title(of id: Int) async -> String
}

@Module
@MainActor
final class OrderPages {
  @Inject let orders: any Orders

  @Route("orders/:id", access: .external)
  func order(id: Int) async -> OrderView {
    OrderView(title: await orders.title(of: id))
  }
}

struct OrderView: View {
  let title: String
  var body: some View { Text(title).navigationTitle(title) }
}
// endregion

// region: stub
struct SampleOrders: Orders {
  func title(of id: Int) async -> String { "Tea, order \(id)" }
}
// endregion

/// A preview is a macro of Xcode's; this is its content.
@MainActor
func preview() -> some View {
  // region: preview
  RoutePreview("orders/7", modules: [OrderPages.self]) {
    $0.provide(SampleOrders(), as: (any Orders).self)
  }
  // endregion
}
