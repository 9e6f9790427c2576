// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app has gone to the background, or its process is about to be stopped.
public struct DidEnterBackground: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidEnterBackground: NotificationRepresentable {}
