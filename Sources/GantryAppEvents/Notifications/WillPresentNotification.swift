// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A notification has arrived while the app is in the foreground, and modules decide how to show
/// it.
///
/// It is shown in every way that any module asks for, and not at all without answers.
public struct WillPresentNotification: LifecycleEvent, HeldEvent {
  /// The notification.
  public package(set) var notification: UserNotification

  /// Creates the event.
  ///
  /// - Parameter notification: The notification.
  public init(notification: UserNotification) {
    self.notification = notification
  }

  /// The union of all answers.
  public static var merge: MergeRule<NotificationPresentation> { .union }
}

extension WillPresentNotification: NotificationRepresentable {
  /// Publishes `category`. The notification's content stays out.
  package var notificationUserInfo: [String: any Sendable] {
    notification.category.map { ["category": $0] } ?? [:]
  }
}

extension WillPresentNotification: SystemDelivered {
  /// That of the notification.
  package var system: SystemReference {
    get { notification.system }
    set { notification.system = newValue }
  }
}
