// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// The system gave the app a device token for remote notifications.
public struct DidRegisterForRemoteNotifications: LifecycleEvent {
  /// The token.
  public let deviceToken: Data

  /// Makes the event.
  ///
  /// - Parameter deviceToken: The token.
  public init(deviceToken: Data) {
    self.deviceToken = deviceToken
  }
}

extension DidRegisterForRemoteNotifications: NotificationRepresentable {}

/// The app could not be registered for remote notifications.
public struct DidFailToRegisterForRemoteNotifications: LifecycleEvent {
  /// Why.
  public let error: any Error

  /// Makes the event.
  ///
  /// - Parameter error: Why.
  public init(error: any Error) {
    self.error = error
  }
}

extension DidFailToRegisterForRemoteNotifications: NotificationRepresentable {}

/// A remote notification has arrived.
///
/// A module that knows at once returns its result; one that needs time calls `reply.expect` while
/// it hears the event, and `reply.answer` later, both with the module's name.
public struct DidReceiveRemoteNotification: LifecycleEvent {
  /// The payload as JSON.
  public let payload: Data
  /// Where a module that needs time answers, with its result.
  public let reply: Reply<BackgroundFetchResult>

  /// Makes the event.
  ///
  /// - Parameters:
  ///   - payload: The payload as JSON.
  ///   - reply: Where a module that needs time answers, with its result.
  public init(payload: Data, reply: Reply<BackgroundFetchResult>) {
    self.payload = payload
    self.reply = reply
  }

  /// New data, else failed, else no data.
  public static var merge: MergeRule<BackgroundFetchResult> { .fetch }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension DidReceiveRemoteNotification: NotificationRepresentable {}
