// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app is about to stop being active, for a while or for good.
public struct WillResignActive: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillResignActive: NotificationRepresentable {}
