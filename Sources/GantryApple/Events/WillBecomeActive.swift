// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// The app is about to become active; `DidBecomeActive` follows.
public struct WillBecomeActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillBecomeActive: NotificationRepresentable {}
