// SPDX-License-Identifier: Apache-2.0

/// The app is about to stop being active, for a while or for good.
public struct WillResignActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillResignActive: NotificationRepresentable {}
