// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// The app is about to be hidden, with all its windows.
public struct WillHide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillHide: NotificationRepresentable {}
