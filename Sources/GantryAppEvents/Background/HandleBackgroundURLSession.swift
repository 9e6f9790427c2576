// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// Transfers of a background URL session have ended while the app was not running.
public struct HandleBackgroundURLSession: LifecycleEvent, HeldEvent {
  /// The session's identifier.
  public let identifier: String
  /// Tells the system when a module that needs time is done.
  public let reply: Reply<Void>

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - identifier: The session's identifier.
  ///   - reply: Tells the system when a module that needs time is done.
  public init(identifier: String, reply: Reply<Void>) {
    self.identifier = identifier
    self.reply = reply
  }
}

extension HandleBackgroundURLSession: NotificationRepresentable {
  /// Publishes `identifier`.
  package var notificationUserInfo: [String: any Sendable] {
    ["identifier": identifier]
  }
}
