// SPDX-License-Identifier: Apache-2.0

/// An event that a ``NotificationBridge`` may post as a notification.
///
/// The event itself chooses the values that observers may read; sensitive ones stay out.
///
/// ```swift
/// extension SignedIn: NotificationRepresentable {
///   public var notificationUserInfo: [String: any Sendable] { ["userName": userName] }
/// }
/// ```
public protocol NotificationRepresentable: Sendable {
  /// The notification's name, the same in every version of the app.
  static var notificationName: String { get }

  /// The notification's values; empty unless the event says otherwise.
  var notificationUserInfo: [String: any Sendable] { get }
}

extension NotificationRepresentable {
  /// `gantry.` and the name of the event's type, for example `gantry.DidBecomeActive`.
  public static var notificationName: String { "gantry.\(Self.self)" }

  /// Nothing.
  public var notificationUserInfo: [String: any Sendable] { [:] }
}
