// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A scene is shown again, and the state of its controls should be restored.
public struct RestoreSceneInteraction: LifecycleEvent, SceneEvent {
  /// The scene.
  public let scene: SceneID
  /// The saved activity of the scene.
  public package(set) var activity: UserActivity

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - activity: The saved activity of the scene.
  public init(scene: SceneID, activity: UserActivity) {
    self.scene = scene
    self.activity = activity
  }
}

extension RestoreSceneInteraction: SceneBound {}

extension RestoreSceneInteraction: SystemDelivered {
  /// That of the activity.
  package var system: SystemReference {
    get { activity.system }
    set { activity.system = newValue }
  }
}
