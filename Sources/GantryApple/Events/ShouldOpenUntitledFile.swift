// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// Asks whether the app opens an untitled document when it has nothing else to open.
///
/// A single false prevents it.
public struct ShouldOpenUntitledFile: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldOpenUntitledFile: NotificationRepresentable {}
