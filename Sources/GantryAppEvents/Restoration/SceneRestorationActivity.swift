// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The activity that brings a scene back to its current content.
///
/// The first module, in launch order, that knows one decides.
public struct SceneRestorationActivity: LifecycleEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }

  /// The first answer that is not nil.
  public static var merge: MergeRule<UserActivity?> { .first() }
}

extension SceneRestorationActivity: NotificationRepresentable {}

// A module that hears them needs a user interface.
extension SceneRestorationActivity: SceneBound {}
