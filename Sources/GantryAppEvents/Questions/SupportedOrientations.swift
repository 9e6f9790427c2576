// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// Which orientations the interface may take now.
///
/// Each module returns the orientations that it supports; the merged answer is those that all
/// support.
public struct SupportedOrientations: LifecycleEvent {
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Creates the event.
  ///
  /// - Parameter scene: The scene it is meant for; nil where there are no scenes.
  public init(scene: SceneID? = nil) {
    self.scene = scene
  }

  /// The orientations in every answer; all orientations without answers.
  public static var merge: MergeRule<InterfaceOrientations> { .intersection(unanswered: .all) }
}

extension SupportedOrientations: NotificationRepresentable {}
