// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The clock has jumped: midnight, another time zone, or a change by hand.
public struct SignificantTimeChange: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension SignificantTimeChange: NotificationRepresentable {}
