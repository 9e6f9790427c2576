// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// Asks whether the app terminates when its last window closes.
///
/// A single false keeps it running. If the answer is true, `ShouldTerminate` follows.
public struct ShouldTerminateAfterLastWindow: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldTerminateAfterLastWindow: NotificationRepresentable {}
