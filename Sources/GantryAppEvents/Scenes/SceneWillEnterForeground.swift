// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A scene is about to come to the foreground.
public struct SceneWillEnterForeground: LifecycleEvent, SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

extension SceneWillEnterForeground: SceneBound {}
