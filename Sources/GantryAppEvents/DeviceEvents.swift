// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// Files that are locked with the device can be read again.
public struct ProtectedDataDidBecomeAvailable: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension ProtectedDataDidBecomeAvailable: NotificationRepresentable {}

/// Files that are locked with the device are about to become unreadable.
public struct ProtectedDataWillBecomeUnavailable: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension ProtectedDataWillBecomeUnavailable: NotificationRepresentable {}

/// The clock has jumped: midnight, another time zone, or a change by hand.
public struct SignificantTimeChange: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension SignificantTimeChange: NotificationRepresentable {}
