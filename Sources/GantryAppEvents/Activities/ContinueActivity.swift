// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The app is asked to continue an activity that began elsewhere or earlier.
///
/// A module answers true when it continues the activity; every module is asked.
public struct ContinueActivity: LifecycleEvent, HeldEvent {
  /// The activity.
  public package(set) var activity: UserActivity
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - scene: The scene it is meant for; nil where there are no scenes.
  public init(activity: UserActivity, scene: SceneID? = nil) {
    self.activity = activity
    self.scene = scene
  }

  /// One true is enough to answer true.
  public static var merge: MergeRule<Bool> { .any }
}

extension ContinueActivity: NotificationRepresentable {
  /// Publishes `activityType`. The activity's content stays out.
  package var notificationUserInfo: [String: any Sendable] {
    ["activityType": activity.type]
  }
}

extension ContinueActivity: SystemDelivered {
  /// That of the activity.
  package var system: SystemReference {
    get { activity.system }
    set { activity.system = newValue }
  }
}
