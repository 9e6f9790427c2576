// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A scene has another size, position or orientation.
public struct SceneDidChangeGeometry: LifecycleEvent, SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

extension SceneDidChangeGeometry: SceneBound {}
