// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// An activity that was announced did not arrive.
public struct DidFailToContinueActivity: LifecycleEvent {
  /// Which kind of activity, as the app declared it.
  public let activityType: String
  /// Why.
  public let error: any Error
  /// The scene it was meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Makes the event.
  ///
  /// - Parameters:
  ///   - activityType: Which kind of activity, as the app declared it.
  ///   - error: Why.
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
