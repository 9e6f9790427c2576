// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

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
