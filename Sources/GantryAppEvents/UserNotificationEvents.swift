// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

/// A notification as users see it.
public struct UserNotification: Hashable, Sendable, Codable {
  /// The identifier under which it was requested.
  public let id: String
  /// The title, which may be empty.
  public let title: String
  /// The text, which may be empty.
  public let body: String
  /// The category, which decides the actions, if any.
  public let category: String?
  /// The data that the sender added, as JSON.
  public let payload: Data?

  /// Creates a notification.
  ///
  /// - Parameters:
  ///   - id: The identifier under which it was requested.
  ///   - title: The title, which may be empty.
  ///   - body: The text, which may be empty.
  ///   - category: The category, which decides the actions, if any.
  ///   - payload: The data that the sender added, as JSON.
  public init(
    id: String, title: String = "", body: String = "", category: String? = nil,
    payload: Data? = nil
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.category = category
    self.payload = payload
  }
}

/// A notification has arrived while the app is in the foreground, and modules decide how to show
/// it.
///
/// It is shown in every way that any module asks for, and not at all without answers.
public struct WillPresentNotification: LifecycleEvent {
  /// The notification.
  public let notification: UserNotification

  /// Creates the event.
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

/// How a notification is shown while the app is in the foreground.
public struct NotificationPresentation: OptionSet, Sendable, Hashable {
  /// One bit for each way.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// As a banner.
  public static let banner = Self(rawValue: 1 << 0)
  /// In the list of notifications.
  public static let list = Self(rawValue: 1 << 1)
  /// With its sound.
  public static let sound = Self(rawValue: 1 << 2)
  /// On the app's badge.
  public static let badge = Self(rawValue: 1 << 3)
}

/// A user answered a notification: opened it, dismissed it, or chose an action.
public struct DidRespondToNotification: LifecycleEvent {
  /// The notification.
  public let notification: UserNotification
  /// The action's identifier.
  public let action: String
  /// The text that was typed, for an action that takes one.
  public let text: String?
  /// Tells the system when a module that needs time is done.
  public let reply: Reply<Void>

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - action: The action's identifier.
  ///   - text: The text that was typed, for an action that takes one.
  ///   - reply: Tells the system when a module that needs time is done.
  public init(
    notification: UserNotification, action: String, text: String? = nil, reply: Reply<Void>
  ) {
    self.notification = notification
    self.action = action
    self.text = text
    self.reply = reply
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension DidRespondToNotification: NotificationRepresentable {
  /// Publishes `action`. The typed text and the notification's content stay out.
  public var notificationUserInfo: [String: any Sendable] {
    ["action": action]
  }
}

/// The app is asked to show its own notification settings.
public struct OpenNotificationSettings: LifecycleEvent {
  /// The notification from which the user asked for them, if any.
  public let notification: UserNotification?

  /// Creates the event.
  ///
  /// - Parameter notification: The notification from which the user asked for them, if any.
  public init(notification: UserNotification? = nil) {
    self.notification = notification
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension OpenNotificationSettings: NotificationRepresentable {}

/// The system gave the app a device token for remote notifications.
public struct DidRegisterForRemoteNotifications: LifecycleEvent {
  /// The token.
  public let deviceToken: Data

  /// Creates the event.
  ///
  /// - Parameter deviceToken: The token.
  public init(deviceToken: Data) {
    self.deviceToken = deviceToken
  }
}

extension DidRegisterForRemoteNotifications: NotificationRepresentable {}

/// The app could not be registered for remote notifications.
public struct DidFailToRegisterForRemoteNotifications: LifecycleEvent {
  /// The reason.
  public let error: any Error

  /// Creates the event.
  ///
  /// - Parameter error: The reason.
  public init(error: any Error) {
    self.error = error
  }
}

extension DidFailToRegisterForRemoteNotifications: NotificationRepresentable {}

/// A remote notification has arrived.
///
/// A module that knows its result returns it. A module that needs time calls `reply.expect` while
/// it hears the event, and `reply.answer` later, both with the module's name. An `async` handler
/// needs no `reply.expect`.
public struct DidReceiveRemoteNotification: LifecycleEvent {
  /// The payload as JSON.
  public let payload: Data
  /// Takes the results of modules that need time.
  public let reply: Reply<BackgroundFetchResult>

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - payload: The payload as JSON.
  ///   - reply: Takes the results of modules that need time.
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
