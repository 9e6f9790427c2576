// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An event of one scene.
///
/// Held, unlike the app's own state: the last event of one scene must not hide another's.
public protocol SceneEvent: LifecycleEvent, NotificationRepresentable {
  /// The scene.
  var scene: SceneID { get }
}

extension SceneEvent {
  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }

  /// Publishes `scene`.
  public var notificationUserInfo: [String: any Sendable] { ["scene": scene.rawValue] }
}
