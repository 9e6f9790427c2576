// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A scene is about to stop being active.
public struct SceneWillResignActive: LifecycleEvent, SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

extension SceneWillResignActive: SceneBound {}
