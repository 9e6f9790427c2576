// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// The app's windows are now all covered, or some are visible again.
public struct DidChangeOcclusion: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidChangeOcclusion: NotificationRepresentable {}
