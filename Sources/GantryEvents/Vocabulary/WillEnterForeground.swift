// SPDX-License-Identifier: Apache-2.0

/// The app is about to come back from the background.
public struct WillEnterForeground: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillEnterForeground: NotificationRepresentable {}
