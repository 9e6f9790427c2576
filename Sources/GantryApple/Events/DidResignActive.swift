// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// The app is no longer active, because another app is.
public struct DidResignActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidResignActive: NotificationRepresentable {}
