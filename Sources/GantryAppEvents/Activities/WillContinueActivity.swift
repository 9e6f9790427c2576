// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An activity of this type is about to arrive; its content is still on the way.
///
/// A module answers true when it shows that something is coming; every module is asked.
public struct WillContinueActivity: LifecycleEvent, HeldEvent {
  /// The kind of activity, as the app declared it.
  public let activityType: String
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - activityType: The kind of activity, as the app declared it.
  ///   - scene: The scene it is meant for; nil where there are no scenes.
  public init(activityType: String, scene: SceneID? = nil) {
    self.activityType = activityType
    self.scene = scene
  }

  /// True when any module answers true; a module that is still launching shows nothing.
  public static var merge: MergeRule<Bool> { .any(held: nil) }
}

extension WillContinueActivity: NotificationRepresentable {
  /// Publishes `activityType`.
  package var notificationUserInfo: [String: any Sendable] {
    ["activityType": activityType]
  }
}
