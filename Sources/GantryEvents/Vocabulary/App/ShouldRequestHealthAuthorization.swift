// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// An app on a watch asks its companion to request access to health data.
public struct ShouldRequestHealthAuthorization: LifecycleEvent {
  /// Makes the event.
  public init() {}

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension ShouldRequestHealthAuthorization: NotificationRepresentable {}
