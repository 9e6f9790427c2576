// SPDX-License-Identifier: Apache-2.0

// Pages by URL that are SwiftUI views.

import Gantry
import GantryApple
import Observation
import SwiftUI
import UIKit

struct OrderView: View {
  let id: Int
  var body: some View { Text("Order \(id)") }
}

// region: page
/// In the Orders target: shop://orders/7.
@Route("orders/:id", access: .external)
@MainActor
func order(id: Int) -> AnyView { AnyView(OrderView(id: id)) }
// endregion

// region: navigation
/// In the app's target: the URLs of the pages on the stack.
@Observable
@MainActor
final class Navigation {
  var path: [URL] = []
}

@Module
@MainActor
final class NavigationModule {
  @Inject let navigation: Navigation
  @Inject let router: Router

  @On func open(_ event: OpenURL) -> Bool {
    guard router.canOpen(event.url) else { return false }
    navigation.path.append(event.url)
    return true
  }
}
// endregion

// region: app
final class AppDelegate: ModularAppDelegate {
  static let navigation = Navigation()

  override class func makeApplication() -> Application {
    Application(schemes: ["shop"]) { $0.provide(navigation, as: Navigation.self) }
  }
}

struct RootView: View {
  @Bindable var navigation: Navigation
  let router: Router

  var body: some View {
    NavigationStack(path: $navigation.path) {
      Text("Shop").navigationDestination(for: URL.self) { page(of: $0) }
    }
  }

  private func page(of url: URL) -> AnyView {
    (try? router.openSyncOnMain(url, as: AnyView.self)) ?? AnyView(Text("There is no such page."))
  }
}

@main
struct Shop: App {
  @UIApplicationDelegateAdaptor private var delegate: AppDelegate

  var body: some Scene {
    WindowGroup {
      RootView(navigation: AppDelegate.navigation, router: delegate.host.application.router)
        .opensURLs(with: delegate.host)
    }
  }
}
// endregion
