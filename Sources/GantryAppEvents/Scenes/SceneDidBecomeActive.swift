// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A scene has become active.
public struct SceneDidBecomeActive: LifecycleEvent, SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

extension SceneDidBecomeActive: SceneBound {}
