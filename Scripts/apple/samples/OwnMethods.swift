// SPDX-License-Identifier: Apache-2.0

// Methods of delegates that have no superclass of the library, with the completion handlers of the system.

import Gantry
import GantryApple
import UIKit

final class AppDelegate: UIResponder, UIApplicationDelegate {
  let host = AppHost(Application(schemes: ["shop"]))
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {}

// region: methods
extension AppDelegate {
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    host.receiveRemoteNotification(userInfo, fetchCompletionHandler: fetchCompletionHandler)
  }
}

extension SceneDelegate {
  func windowScene(
    _ scene: UIWindowScene, performActionFor item: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    guard let host = AppHost.current else { return completionHandler(false) }
    host.performQuickAction(item, in: scene, completionHandler: completionHandler)
  }

  func scene(_ scene: UIScene, continue activity: NSUserActivity) {
    AppHost.current?.continueActivity(activity, in: scene)
  }
}
// endregion
