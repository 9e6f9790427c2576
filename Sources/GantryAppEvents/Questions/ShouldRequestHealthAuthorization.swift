// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An app on a watch asks its companion to request access to health data.
public struct ShouldRequestHealthAuthorization: LifecycleEvent, HeldEvent {
  /// Creates the event.
  public init() {}
}

extension ShouldRequestHealthAuthorization: NotificationRepresentable {}
