// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A scene has another size, place or orientation.
///
/// Held, unlike the app's own state: the last event of one scene must not hide another's.
public struct SceneDidChangeGeometry: LifecycleEvent {
  /// The scene.
  public let scene: SceneID

  /// Makes the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension SceneDidChangeGeometry: NotificationRepresentable {
  /// Publishes `scene`.
  public var notificationUserInfo: [String: any Sendable] {
    ["scene": scene.rawValue]
  }
}
