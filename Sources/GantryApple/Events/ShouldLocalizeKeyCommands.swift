// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// Asks whether the system localizes keyboard shortcuts for other keyboards.
///
/// A single false turns this off.
public struct ShouldLocalizeKeyCommands: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldLocalizeKeyCommands: NotificationRepresentable {}
