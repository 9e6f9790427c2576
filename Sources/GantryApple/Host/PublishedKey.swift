// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

/// A value in the notifications that a host publishes for delegate methods.
///
/// A host publishes the delegate methods that `publishes` of ``AppHostOptions`` names; a
/// `NotificationBridge` publishes any event.
///
/// Observers read it by its text: `notification.userInfo?[PublishedKey.scheme.rawValue]`. Values
/// that may be secret are there only if `reveals` of ``AppHostOptions`` names them.
public enum PublishedKey: String, Sendable {
  // MARK: Always there

  /// The scheme of a URL, as `String`.
  case scheme
  /// The type of an activity, as `String`.
  case activityType
  /// The type of a quick action, as `String`.
  case type
  /// The identifier of a background session or an extension point, as `String`.
  case identifier

  // MARK: Only if named

  /// A URL to open, as `URL`.
  case url
  /// The application that wants a URL opened, as `String`.
  case sourceApplication
  /// The device token, as `Data`.
  case deviceToken
  /// The payload of a remote notification, as `Data` of JSON.
  case payload
  /// The error, as `any Error`.
  case error
  /// The values of an activity, as `Data` of a property list; those of a quick action, as
  /// `[String: String]`.
  case userInfo
  /// The message of a watch, as `Data` of a property list.
  case message
}
