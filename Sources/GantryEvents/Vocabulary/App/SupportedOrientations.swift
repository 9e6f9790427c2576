// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Which orientations the interface may take now.
///
/// Each module names those it supports; the answer is those that all of them support.
public struct SupportedOrientations: LifecycleEvent {
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Makes the event.
  ///
  /// - Parameter scene: The scene it is meant for; nil where there are no scenes.
  public init(scene: SceneID? = nil) {
    self.scene = scene
  }

  /// The orientations that every answer holds; all of them without answers.
  public static var merge: MergeRule<InterfaceOrientations> { .intersection(unanswered: .all) }
}

extension SupportedOrientations: NotificationRepresentable {}
