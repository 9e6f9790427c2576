// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The user closed scenes for good: you can delete data that you keep for them.
public struct DidDiscardScenes: LifecycleEvent, HeldEvent {
  /// The scenes.
  public let scenes: [SceneID]

  /// Creates the event.
  ///
  /// - Parameter scenes: The scenes.
  public init(scenes: [SceneID]) {
    self.scenes = scenes
  }
}

extension DidDiscardScenes: NotificationRepresentable {
  /// Publishes `scenes`.
  package var notificationUserInfo: [String: any Sendable] {
    ["scenes": scenes.map(\.rawValue)]
  }
}
