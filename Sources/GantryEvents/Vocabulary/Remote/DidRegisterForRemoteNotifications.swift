// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// The system gave the app a device token for remote notifications.
public struct DidRegisterForRemoteNotifications: LifecycleEvent {
  /// The token.
  public let deviceToken: Data

  /// Makes the event.
  ///
  /// - Parameter deviceToken: The token.
  public init(deviceToken: Data) {
    self.deviceToken = deviceToken
  }
}

extension DidRegisterForRemoteNotifications: NotificationRepresentable {}
