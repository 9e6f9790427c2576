// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A scene has gone to the background.
public struct SceneDidEnterBackground: LifecycleEvent, SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

extension SceneDidEnterBackground: SceneBound {}
