// SPDX-License-Identifier: Apache-2.0

/// The app has become active: people can work with it.
public struct DidBecomeActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidBecomeActive: NotificationRepresentable {}
