// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// Files that are locked with the device are about to become unreadable.
public struct ProtectedDataWillBecomeUnavailable: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension ProtectedDataWillBecomeUnavailable: NotificationRepresentable {}
