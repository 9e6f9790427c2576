// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app is about to end: the last event; shutdown follows.
public struct WillTerminate: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillTerminate: NotificationRepresentable {}
