// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The app is asked to show its own notification settings.
public struct OpenNotificationSettings: LifecycleEvent, HeldEvent {
  /// The notification from which the user asked for them, if any.
  public package(set) var notification: UserNotification?

  /// Creates the event.
  ///
  /// - Parameter notification: The notification from which the user asked for them, if any.
  public init(notification: UserNotification? = nil) {
    self.notification = notification
  }
}

extension OpenNotificationSettings: NotificationRepresentable {}

extension OpenNotificationSettings: SystemDelivered {
  /// That of the notification.
  package var system: SystemReference {
    get { notification?.system ?? SystemReference() }
    set { notification?.system = newValue }
  }
}
