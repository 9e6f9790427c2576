// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryApple
import PhoneModules
import SwiftUI
import SwiftUIPages
import UIKit

// region: app
@main
struct PhoneApp: App {
  @UIApplicationDelegateAdaptor private var delegate: PhoneDelegate

  var body: some Scene {
    WindowGroup {
      RootView(navigation: PhoneDelegate.navigation, router: delegate.host.application.router)
        .opensURLs(with: delegate.host)
    }
  }
}

struct RootView: View {
  @Bindable var navigation: Navigation
  let router: Router
  @State private var first = AnyView(Text("Shop"))

  var body: some View {
    NavigationStack(path: $navigation.path) {
      first.navigationDestination(for: URL.self) { page($0.absoluteString) }
    }
    .task { first = page("catalog") }  // when the app has launched
  }

  private func page(_ url: String) -> AnyView {
    (try? router.openNow(RouteRequest(url), as: AnyView.self))
      ?? AnyView(Text("There is no such page."))
  }
}

final class PhoneDelegate: ModularAppDelegate {
  static let navigation = Navigation()

  override class func makeApplication() -> Application {
    Application(schemes: ["shop"]) { $0.provide(navigation, as: Navigation.self) }
  }
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
