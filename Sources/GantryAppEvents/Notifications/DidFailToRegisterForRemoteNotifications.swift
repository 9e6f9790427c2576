// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The app could not be registered for remote notifications.
public struct DidFailToRegisterForRemoteNotifications: LifecycleEvent {
  /// The reason.
  public let error: any Error

  /// Creates the event.
  ///
  /// - Parameter error: The reason.
  public init(error: any Error) {
    self.error = error
  }
}

extension DidFailToRegisterForRemoteNotifications: NotificationRepresentable {}
