// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// State that was saved earlier is back: each module finds its part under the module's name.
///
/// ```swift
/// @On func restore(_ event: RestoreState, context: ModuleContext) {
///   if let data = event.state[context.name] { … }
/// }
/// ```
public struct RestoreState: LifecycleEvent {
  /// The state that all modules saved.
  public let state: SavedState

  /// Makes the event.
  ///
  /// - Parameter state: The state that all modules saved.
  public init(state: SavedState) {
    self.state = state
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension RestoreState: NotificationRepresentable {}
