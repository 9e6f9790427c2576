// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app is about to come back from the background.
public struct WillEnterForeground: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillEnterForeground: NotificationRepresentable {}
