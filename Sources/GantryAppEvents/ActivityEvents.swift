// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

/// Something that a person does, described so that it can continue elsewhere or later.
public struct UserActivity: Hashable, Sendable, Codable {
  /// The kind of activity, as the app declared it.
  public let type: String
  /// The title that people read, if any.
  public let title: String?
  /// The page on which a browser could continue.
  public let webpageURL: URL?
  /// The data that the app needs to continue, as a property list.
  public let userInfo: Data?

  /// Creates an activity.
  ///
  /// - Parameters:
  ///   - type: The kind of activity, as the app declared it.
  ///   - title: The title that people read, if any.
  ///   - webpageURL: The page on which a browser could continue.
  ///   - userInfo: The data that the app needs to continue, as a property list.
  public init(
    type: String, title: String? = nil, webpageURL: URL? = nil, userInfo: Data? = nil
  ) {
    self.type = type
    self.title = title
    self.webpageURL = webpageURL
    self.userInfo = userInfo
  }
}

/// An activity of this type is about to arrive; its content is still on the way.
///
/// A module answers true when it shows that something is coming; every module is asked.
public struct WillContinueActivity: LifecycleEvent {
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

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension WillContinueActivity: NotificationRepresentable {
  /// Publishes `activityType`.
  public var notificationUserInfo: [String: any Sendable] {
    ["activityType": activityType]
  }
}

/// The app is asked to continue an activity that began elsewhere or earlier.
///
/// A module answers true when it continues the activity; every module is asked.
public struct ContinueActivity: LifecycleEvent {
  /// The activity.
  public let activity: UserActivity
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

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension ContinueActivity: NotificationRepresentable {
  /// Publishes `activityType`. The activity's content stays out.
  public var notificationUserInfo: [String: any Sendable] {
    ["activityType": activity.type]
  }
}

/// The system has recorded the state of an activity that this app offers to others.
public struct DidUpdateActivity: LifecycleEvent {
  /// The activity.
  public let activity: UserActivity
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

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension DidUpdateActivity: NotificationRepresentable {
  /// Publishes `activityType`. The content of the activity stays out.
  public var notificationUserInfo: [String: any Sendable] {
    ["activityType": activity.type]
  }
}

/// An activity that was announced did not arrive.
public struct DidFailToContinueActivity: LifecycleEvent {
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

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension DidFailToContinueActivity: NotificationRepresentable {
  /// Publishes `activityType`.
  public var notificationUserInfo: [String: any Sendable] {
    ["activityType": activityType]
  }
}
