// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  internal import Gantry
  public import GantryApple

  extension ModularAppDelegate {
    /// Tells of the device token.
    @objc open func application(
      _ application: NSApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      host.application.events.send(DidRegisterForRemoteNotifications(deviceToken: deviceToken))
    }

    /// Tells that there is no device token.
    @objc open func application(
      _ application: NSApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { host.application.events.send(DidFailToRegisterForRemoteNotifications(error: error)) }

    /// Has modules handle a notification; macOS asks for no result.
    @objc open func application(
      _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]
    ) {
      let payload = AppHost.json(userInfo)
      host.ask({ DidReceiveRemoteNotification(payload: payload, reply: $0) }) { _ in }
    }
  }
#endif
