// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

/// The running app was opened again, from the Dock or the Finder.
///
/// A module that shows a window itself answers false, and the system then shows none.
public struct ShouldReopen: LifecycleEvent {
  /// Whether the app has a visible window.
  public let hasVisibleWindows: Bool

  /// Creates the event.
  ///
  /// - Parameter hasVisibleWindows: Whether the app has a visible window.
  public init(hasVisibleWindows: Bool) { self.hasVisibleWindows = hasVisibleWindows }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldReopen: NotificationRepresentable {}
