// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import GantryCore
  public import GantryApple
  public import UIKit

  // A separate product, so that an app without remote notifications has no such method. The store
  // warns about apps that have one but don't declare the capability.
  extension ModularAppDelegate {
    /// Tells modules the device token.
    @objc open func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      host.application.events.send(DidRegisterForRemoteNotifications(deviceToken: deviceToken))
    }

    /// Tells modules why there is no device token.
    @objc open func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { host.application.events.send(DidFailToRegisterForRemoteNotifications(error: error)) }

    /// Asks modules to handle a notification; the system gets their merged result once.
    @objc open func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      host.receiveRemoteNotification(userInfo, fetchCompletionHandler: completionHandler)
    }
  }
#endif

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  internal import GantryCore
  public import GantryApple

  extension ModularAppDelegate {
    /// Tells modules the device token.
    @objc open func application(
      _ application: NSApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      host.application.events.send(DidRegisterForRemoteNotifications(deviceToken: deviceToken))
    }

    /// Tells modules why there is no device token.
    @objc open func application(
      _ application: NSApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { host.application.events.send(DidFailToRegisterForRemoteNotifications(error: error)) }

    /// Asks modules to handle a notification; macOS expects no result.
    @objc open func application(
      _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]
    ) { host.receive(userInfo) { _ in } }
  }
#endif
