// SPDX-License-Identifier: Apache-2.0

/// The app has gone to the background, or its process is about to be stopped.
public struct DidEnterBackground: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidEnterBackground: NotificationRepresentable {}
