// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A scene is being added to the app.
///
/// The URLs and the activity it connects with are also sent, as ``OpenURL`` and
/// ``ContinueActivity``.
public struct SceneWillConnect: LifecycleEvent {
  /// The scene.
  public let scene: SceneID
  /// The purpose of the scene, as the system names it.
  public let role: String?

  /// Makes the event.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - role: The purpose of the scene, as the system names it.
  public init(scene: SceneID, role: String? = nil) {
    self.scene = scene
    self.role = role
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension SceneWillConnect: NotificationRepresentable {
  /// Publishes `scene`.
  public var notificationUserInfo: [String: any Sendable] {
    ["scene": scene.rawValue]
  }
}
