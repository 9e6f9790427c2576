// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The clock has jumped: midnight, another time zone, or a change by hand.
public struct SignificantTimeChange: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension SignificantTimeChange: NotificationRepresentable {}
