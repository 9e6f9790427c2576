// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import PhoneModules
import ScreenAPI
import SwiftUI
import UIKit

// region: app
/// The same app with SwiftUI, which has the delegate and makes the scenes.
@main
struct PhoneApp: App {
  @UIApplicationDelegateAdaptor private var delegate: PhoneDelegate

  var body: some Scene {
    WindowGroup { ScreenView(host: delegate.host).opensURLs(with: delegate.host) }
  }
}

final class PhoneDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Modules.makeApplication() }

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

/// The screen that a module asked to show last.
struct ScreenView: View {
  let host: AppHost
  @State private var screen: Screen?

  var body: some View {
    VStack {
      Text(screen?.title ?? "").font(.title)
      Text(screen?.lines.joined(separator: "\n") ?? "")
    }
    .task {
      let events = host.application.events
      let shown = events.stream(of: ShowScreen.self, bufferingNewest: 10)
      screen = screen ?? events.send(FirstScreen())
      for await event in shown { screen = event.screen }
    }
  }
}
// endregion
