// SPDX-License-Identifier: Apache-2.0

public import GantryCore

/// The app is shown again.
public struct DidUnhide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidUnhide: NotificationRepresentable {}
