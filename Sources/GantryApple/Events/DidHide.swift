// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// The app was hidden, with all its windows.
public struct DidHide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidHide: NotificationRepresentable {}
