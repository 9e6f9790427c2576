// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import PhoneModules
import SwiftUI
import UIKit

// region: app
@main
struct PhoneApp: App {
  @UIApplicationDelegateAdaptor private var delegate: PhoneDelegate
  @State private var tab = "shop"

  var body: some Scene {
    WindowGroup {
      LaunchedContent(of: delegate.host) {
        TabView(selection: $tab) {
          RoutedStack(tab: "shop") { LinkView(title: "Catalog", path: "catalog") }
            .tabItem { Text("Shop") }.tag("shop")
          RoutedStack(tab: "news") { LinkView(title: "Latest", path: "news/1") }
            .tabItem { Text("News") }.tag("news")
        }
        .routedTabs(["shop", "news"], selection: $tab)
      } placeholder: {
        ProgressView()
      }
    }
  }
}

/// The pages are the same as in UIKit: views and view controllers.
struct LinkView: View {
  let title: String
  let path: String
  @Environment(\.navigator) private var navigator

  var body: some View {
    Button(title) { navigator.beginShowing(RouteRequest(path)) }
  }
}

final class PhoneDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Modules.makeApplication() }
}
// endregion

extension PhoneDelegate {
  /// SwiftUI's scenes get quick actions, activities and shares. Modules hear them through this
  /// class.
  override func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
    if session.role == .windowApplication {
      configuration.delegateClass = ModularSceneDelegate.self
    }
    return configuration
  }
}
