// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A scene is being added to the app.
///
/// The URLs and the activity it connects with are also sent, as `OpenURL` and
/// ``ContinueActivity``.
public struct SceneWillConnect: LifecycleEvent, SceneEvent {
  /// The scene.
  public let scene: SceneID
  /// The purpose of the scene, as the system names it.
  public let role: String?

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - role: The purpose of the scene, as the system names it.
  public init(scene: SceneID, role: String? = nil) {
    self.scene = scene
    self.role = role
  }
}

// A module that hears them needs a user interface.
extension SceneWillConnect: SceneBound {}
