// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The user closed scenes for good: you can delete data that you keep for them.
public struct DidDiscardScenes: LifecycleEvent {
  /// The scenes.
  public let scenes: [SceneID]

  /// Creates the event.
  ///
  /// - Parameter scenes: The scenes.
  public init(scenes: [SceneID]) {
    self.scenes = scenes
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension DidDiscardScenes: NotificationRepresentable {
  /// Publishes `scenes`.
  public var notificationUserInfo: [String: any Sendable] {
    ["scenes": scenes.map(\.rawValue)]
  }
}
