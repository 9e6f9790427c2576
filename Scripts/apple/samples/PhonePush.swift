// SPDX-License-Identifier: Apache-2.0

// An app with remote notifications.

// region: delegate
import Gantry
import GantryApple
import GantryApplePush
import UIKit

@main
final class AppDelegate: ModularAppDelegate {
  override func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    super.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
    // What else is to be done, such as telling the user.
  }
}
// endregion

// region: module
@Module
@MainActor
final class MailModule {
  @On func register(_ event: DidRegisterForRemoteNotifications) { upload(event.deviceToken) }

  @On func receive(_ event: DidReceiveRemoteNotification) -> BackgroundFetchResult { .newData }

  private func upload(_ token: Data) {}
}
// endregion

/// Names a method in other ways than by having it.
func selector() -> Selector {
  #selector(
    UIApplicationDelegate.application(_:didRegisterForRemoteNotificationsWithDeviceToken:))
}
