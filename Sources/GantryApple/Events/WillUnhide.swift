// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// The app is about to be shown again.
public struct WillUnhide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillUnhide: NotificationRepresentable {}
