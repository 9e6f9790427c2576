// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The app is asked to save its state: each module answers with its part, under the module's name.
///
/// ```swift
/// @On func save(_ event: SaveState, context: ModuleContext) -> SavedState {
///   SavedState(data, for: context.name)
/// }
/// ```
public struct SaveState: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// All parts together.
  public static var merge: MergeRule<SavedState> { .eachUnderItsName }
}

extension SaveState: NotificationRepresentable {}
