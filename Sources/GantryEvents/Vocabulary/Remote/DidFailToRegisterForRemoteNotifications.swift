// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app could not be registered for remote notifications.
public struct DidFailToRegisterForRemoteNotifications: LifecycleEvent {
  /// Why.
  public let error: any Error

  /// Makes the event.
  ///
  /// - Parameter error: Why.
  public init(error: any Error) {
    self.error = error
  }
}

extension DidFailToRegisterForRemoteNotifications: NotificationRepresentable {}
