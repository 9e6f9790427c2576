// SPDX-License-Identifier: Apache-2.0

public import GantryCore

/// The app is about to be hidden, with all its windows.
public struct WillHide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillHide: NotificationRepresentable {}
