// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// State that was saved earlier is restored: each module finds its part under the module's name.
///
/// ```swift
/// @On func restore(_ event: RestoreState, context: ModuleContext) {
///   if let data = event.state[context.name] { … }
/// }
/// ```
public struct RestoreState: LifecycleEvent, HeldEvent {
  /// The state that all modules saved.
  public let state: SavedState

  /// Creates the event.
  ///
  /// - Parameter state: The state that all modules saved.
  public init(state: SavedState) {
    self.state = state
  }
}

extension RestoreState: NotificationRepresentable {}
