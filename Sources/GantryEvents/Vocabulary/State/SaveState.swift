// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The app's state is to be saved: each module answers its part, under the module's name.
///
/// ```swift
/// @On func save(_ event: SaveState, context: ModuleContext) -> SavedState {
///   SavedState(data, for: context.name)
/// }
/// ```
public struct SaveState: LifecycleEvent {
  /// Makes the event.
  public init() {}

  /// All parts together.
  public static var merge: MergeRule<SavedState> { .eachUnderItsName }
}

extension SaveState: NotificationRepresentable {}
