// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Files that are locked with the device are about to become unreadable.
public struct ProtectedDataWillBecomeUnavailable: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension ProtectedDataWillBecomeUnavailable: NotificationRepresentable {}
