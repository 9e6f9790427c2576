// SPDX-License-Identifier: Apache-2.0

/// An event of the vocabulary that chooses the values of its notification; sensitive ones stay out.
package protocol NotificationRepresentable: Sendable {
  /// The notification's name, the same in every version of the app.
  static var notificationName: String { get }

  /// The notification's values; empty unless the event says otherwise.
  var notificationUserInfo: [String: any Sendable] { get }
}

extension NotificationRepresentable {
  /// `gantry.` and the name of the event's type, for example `gantry.DidBecomeActive`.
  package static var notificationName: String { "gantry.\(Self.self)" }

  /// Nothing.
  package var notificationUserInfo: [String: any Sendable] { [:] }
}
