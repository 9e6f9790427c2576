// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

/// A value in the notifications that a host publishes for delegate methods.
///
/// Observers read it by its text: `notification.userInfo?[PublishedKey.scheme.rawValue]`. Values that may
/// be secret are there only if ``AppHostOptions/reveals`` names them.
public struct PublishedKey: RawRepresentable, Hashable, Sendable {
  /// The key in the user info.
  public let rawValue: String

  /// Creates a key.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ text: String) { rawValue = text }

  // MARK: Always there

  /// The scheme of a URL, as `String`.
  public static let scheme = Self("scheme")
  /// The type of an activity, as `String`.
  public static let activityType = Self("activityType")
  /// The type of a quick action, as `String`.
  public static let type = Self("type")
  /// The identifier of a background session or an extension point, as `String`.
  public static let identifier = Self("identifier")

  // MARK: Only if named

  /// A URL to open, as `URL`.
  public static let url = Self("url")
  /// The application that wants a URL opened, as `String`.
  public static let sourceApplication = Self("sourceApplication")
  /// The device token, as `Data`.
  public static let deviceToken = Self("deviceToken")
  /// The payload of a remote notification, as `Data` of JSON.
  public static let payload = Self("payload")
  /// The error, as `any Error`.
  public static let error = Self("error")
  /// The values of an activity, as `Data` of a property list; those of a quick action, as
  /// `[String: String]`.
  public static let userInfo = Self("userInfo")
  /// The message of a watch, as `Data` of a property list.
  public static let message = Self("message")
}
