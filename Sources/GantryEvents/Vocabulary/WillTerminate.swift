// SPDX-License-Identifier: Apache-2.0

/// The app is about to terminate: the last event before shutdown.
public struct WillTerminate: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillTerminate: NotificationRepresentable {}
