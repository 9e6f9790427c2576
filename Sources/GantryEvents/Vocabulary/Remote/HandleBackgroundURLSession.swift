// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Transfers of a background URL session have ended while the app was not running.
public struct HandleBackgroundURLSession: LifecycleEvent {
  /// The session's identifier.
  public let identifier: String
  /// Where a module that needs time says that it is done.
  public let reply: Reply<Void>

  /// Makes the event.
  ///
  /// - Parameters:
  ///   - identifier: The session's identifier.
  ///   - reply: Where a module that needs time says that it is done.
  public init(identifier: String, reply: Reply<Void>) {
    self.identifier = identifier
    self.reply = reply
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension HandleBackgroundURLSession: NotificationRepresentable {
  /// Publishes `identifier`.
  public var notificationUserInfo: [String: any Sendable] {
    ["identifier": identifier]
  }
}
