// SPDX-License-Identifier: Apache-2.0

// An app with a delegate for itself and one for its scenes.

// region: delegate
import Gantry
import GantryApple
import UIKit

@main
final class AppDelegate: ModularAppDelegate {
  override class func makeApplication() -> Application { Application(schemes: ["shop"]) }
}
// endregion

// region: scene
final class SceneDelegate: ModularSceneDelegate {
  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController()
    return window
  }
}
// endregion

// region: override
extension AppHostOptions {
  static let patient = AppHostOptions(
    launch: .blocking(limit: .seconds(5)), replyDeadline: .seconds(20))
}

final class CarefulDelegate: ModularAppDelegate {
  override class func makeHostOptions() -> AppHostOptions { .patient }

  override func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    guard url.scheme != "debug" else { return false }
    return super.application(app, open: url, options: options)
  }
}
// endregion

// region: publish
extension AppHostOptions {
  static let audible = AppHostOptions(
    publishes: [.openURL, .performQuickAction], reveals: [.url])
}

/// Code of an SDK that knows no modules.
func observeURLs() -> any NSObjectProtocol {
  NotificationCenter.default.addObserver(
    forName: Notification.Name("gantry.OpenURL"), object: nil, queue: nil
  ) { notification in
    _ = notification.userInfo?[PublishedKey.url.rawValue] as? URL
  }
}
// endregion
