// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A notification arrives while the app is in the foreground: how is it to be shown?
///
/// Everything that any module asks for is done; nothing without answers.
public struct WillPresentNotification: LifecycleEvent {
  /// The notification.
  public let notification: UserNotification

  /// Makes the event.
  ///
  /// - Parameter notification: The notification.
  public init(notification: UserNotification) {
    self.notification = notification
  }

  /// The union of all answers.
  public static var merge: MergeRule<NotificationPresentation> { .union }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension WillPresentNotification: NotificationRepresentable {
  /// Publishes `category`. The notification's content stays out.
  public var notificationUserInfo: [String: any Sendable] {
    notification.category.map { ["category": $0] } ?? [:]
  }
}
