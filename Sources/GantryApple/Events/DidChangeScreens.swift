// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// Screens were added, removed or reconfigured.
public struct DidChangeScreens: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidChangeScreens: NotificationRepresentable {}
