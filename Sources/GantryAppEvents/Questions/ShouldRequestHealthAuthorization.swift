// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An app on a watch asks its companion to request access to health data.
public struct ShouldRequestHealthAuthorization: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension ShouldRequestHealthAuthorization: NotificationRepresentable {}
