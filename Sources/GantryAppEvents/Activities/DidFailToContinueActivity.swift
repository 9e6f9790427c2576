// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An activity that was announced did not arrive.
public struct DidFailToContinueActivity: LifecycleEvent, HeldEvent {
  /// The kind of activity, as the app declared it.
  public let activityType: String
  /// The reason.
  public let error: any Error
  /// The scene it was meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - activityType: The kind of activity, as the app declared it.
  ///   - error: The reason.
  ///   - scene: The scene it was meant for; nil where there are no scenes.
  public init(activityType: String, error: any Error, scene: SceneID? = nil) {
    self.activityType = activityType
    self.error = error
    self.scene = scene
  }
}

extension DidFailToContinueActivity: NotificationRepresentable {
  /// Publishes `activityType`.
  package var notificationUserInfo: [String: any Sendable] {
    ["activityType": activityType]
  }
}
