// SPDX-License-Identifier: Apache-2.0

// An app of SwiftUI.

// region: app
import Gantry
import GantryApple
import SwiftUI
import UIKit

@main
struct Shop: App {
  @UIApplicationDelegateAdaptor private var delegate: AppDelegate

  var body: some Scene {
    WindowGroup { Text("Shop").opensURLs(with: delegate.host) }
  }
}
// endregion

// region: scenes
final class AppDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(schemes: ["shop"]) }

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
// endregion
