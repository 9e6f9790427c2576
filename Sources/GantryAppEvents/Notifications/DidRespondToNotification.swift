// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A user answered a notification: opened it, dismissed it, or chose an action.
public struct DidRespondToNotification: LifecycleEvent, HeldEvent {
  /// The notification.
  public let notification: UserNotification
  /// The action's identifier.
  public let action: String
  /// The text that was typed, for an action that takes one.
  public let text: String?
  /// The scene in which the app shows it; nil if the system names none.
  public let scene: SceneID?
  /// Tells the system when a module that needs time is done.
  public let reply: Reply<Void>

  package var system = SystemReference()

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - action: The action's identifier.
  ///   - text: The text that was typed, for an action that takes one.
  ///   - scene: The scene in which the app shows it; nil if the system names none.
  ///   - reply: Tells the system when a module that needs time is done.
  public init(
    notification: UserNotification, action: String, text: String? = nil, scene: SceneID? = nil,
    reply: Reply<Void>
  ) {
    self.notification = notification
    self.action = action
    self.text = text
    self.scene = scene
    self.reply = reply
  }
}

extension DidRespondToNotification: NotificationRepresentable {
  /// Publishes `action`. The typed text and the notification's content stay out.
  package var notificationUserInfo: [String: any Sendable] {
    ["action": action]
  }
}

extension DidRespondToNotification: SystemDelivered {}
