// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// Files that are locked with the device can be read again.
public struct ProtectedDataDidBecomeAvailable: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension ProtectedDataDidBecomeAvailable: NotificationRepresentable {}
