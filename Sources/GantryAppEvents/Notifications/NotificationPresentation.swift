// SPDX-License-Identifier: Apache-2.0

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
