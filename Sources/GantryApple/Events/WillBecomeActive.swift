// SPDX-License-Identifier: Apache-2.0

public import GantryCore

/// The app is about to become active; `DidBecomeActive` follows.
public struct WillBecomeActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillBecomeActive: NotificationRepresentable {}
