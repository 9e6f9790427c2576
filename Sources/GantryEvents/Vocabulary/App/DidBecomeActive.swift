// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app has become active: people can work with it.
public struct DidBecomeActive: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidBecomeActive: NotificationRepresentable {}
