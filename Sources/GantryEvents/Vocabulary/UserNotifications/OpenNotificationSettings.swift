// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app's own notification settings are to be shown.
public struct OpenNotificationSettings: LifecycleEvent {
  /// The notification from which they were asked for, if any.
  public let notification: UserNotification?

  /// Makes the event.
  ///
  /// - Parameter notification: The notification from which they were asked for, if any.
  public init(notification: UserNotification? = nil) {
    self.notification = notification
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension OpenNotificationSettings: NotificationRepresentable {}
