// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A scene is shown again: the state of its controls is to be as it was.
public struct RestoreSceneInteraction: LifecycleEvent {
  /// The scene.
  public let scene: SceneID
  /// The saved activity of the scene.
  public let activity: UserActivity

  /// Makes the event.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - activity: The saved activity of the scene.
  public init(scene: SceneID, activity: UserActivity) {
    self.scene = scene
    self.activity = activity
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension RestoreSceneInteraction: NotificationRepresentable {
  /// Publishes `scene`.
  public var notificationUserInfo: [String: any Sendable] {
    ["scene": scene.rawValue]
  }
}
