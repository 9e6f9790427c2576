// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The configuration was read anew; what a module took from it may be stale.
public struct DidReloadConfiguration: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidReloadConfiguration: NotificationRepresentable {}
