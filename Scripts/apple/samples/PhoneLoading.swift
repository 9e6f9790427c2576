// SPDX-License-Identifier: Apache-2.0

// An app whose launch may take long, with a window meanwhile.

import Gantry
import GantryApple
import SwiftUI
import UIKit

// region: delegates
final class AppDelegate: ModularAppDelegate {
  override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }
}

final class SceneDelegate: ModularSceneDelegate {
  override func makeLoadingWindow(in scene: UIWindowScene) -> UIWindow? {
    let window = UIWindow(windowScene: scene)
    window.rootViewController = LoadingController()
    return window
  }

  override func makeWindow(in scene: UIWindowScene) -> UIWindow? {
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UINavigationController()
    return window
  }
}
// endregion

final class LoadingController: UIViewController {}

/// An app without scenes.
final class LoneDelegate: ModularAppDelegate {
  override func makeLoadingWindow() -> UIWindow? { UIWindow(frame: UIScreen.main.bounds) }
  override func makeWindow() -> UIWindow? { UIWindow(frame: UIScreen.main.bounds) }
}

// region: options
/// Windows of an app with delegates of its own.
func windowOptions() -> AppHostOptions {
  var options = AppHostOptions(launch: .concurrent)
  options.makeLoadingWindow = { scene in scene.map { UIWindow(windowScene: $0) } }
  return options
}
// endregion

// region: views
struct Shop: App {
  @UIApplicationDelegateAdaptor private var delegate: AppDelegate

  var body: some Scene {
    WindowGroup {
      LaunchedContent(of: delegate.host) {
        Text("Shop")
      } placeholder: {
        ProgressView()
      }
    }
  }
}
// endregion
