// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A scene was taken from the app; it may connect again.
public struct SceneDidDisconnect: LifecycleEvent, SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

extension SceneDidDisconnect: SceneBound {}
