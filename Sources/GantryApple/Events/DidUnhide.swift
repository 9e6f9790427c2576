// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// The app is shown again.
public struct DidUnhide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidUnhide: NotificationRepresentable {}
