// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// People closed scenes for good: data kept for them can go.
public struct DidDiscardScenes: LifecycleEvent {
  /// The scenes.
  public let scenes: [SceneID]

  /// Makes the event.
  ///
  /// - Parameter scenes: The scenes.
  public init(scenes: [SceneID]) {
    self.scenes = scenes
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension DidDiscardScenes: NotificationRepresentable {
  /// Publishes `scenes`.
  public var notificationUserInfo: [String: any Sendable] {
    ["scenes": scenes.map(\.rawValue)]
  }
}
