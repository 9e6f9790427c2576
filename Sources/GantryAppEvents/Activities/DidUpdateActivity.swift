// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The system has recorded the state of an activity that this app offers to others.
public struct DidUpdateActivity: LifecycleEvent, HeldEvent {
  /// The activity.
  public package(set) var activity: UserActivity
  /// The scene it belongs to; nil where there are no scenes.
  public let scene: SceneID?

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - scene: The scene it belongs to; nil where there are no scenes.
  public init(activity: UserActivity, scene: SceneID? = nil) {
    self.activity = activity
    self.scene = scene
  }
}

extension DidUpdateActivity: NotificationRepresentable {
  /// Publishes `activityType`. The content of the activity stays out.
  package var notificationUserInfo: [String: any Sendable] {
    ["activityType": activity.type]
  }
}

extension DidUpdateActivity: SystemDelivered {
  /// That of the activity.
  package var system: SystemReference {
    get { activity.system }
    set { activity.system = newValue }
  }
}
