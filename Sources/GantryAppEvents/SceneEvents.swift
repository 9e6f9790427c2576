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

/// A scene is being added to the app.
///
/// The URLs and the activity it connects with are also sent, as `OpenURL` and
/// ``ContinueActivity``.
public struct SceneWillConnect: SceneEvent {
  /// The scene.
  public let scene: SceneID
  /// The purpose of the scene, as the system names it.
  public let role: String?

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - role: The purpose of the scene, as the system names it.
  public init(scene: SceneID, role: String? = nil) {
    self.scene = scene
    self.role = role
  }
}

/// A scene has become active.
public struct SceneDidBecomeActive: SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

/// A scene is about to stop being active.
public struct SceneWillResignActive: SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

/// A scene has gone to the background.
public struct SceneDidEnterBackground: SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

/// A scene is about to come to the foreground.
public struct SceneWillEnterForeground: SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

/// A scene has another size, place or orientation.
public struct SceneDidChangeGeometry: SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

/// A scene was taken from the app; it may connect again.
public struct SceneDidDisconnect: SceneEvent {
  /// The scene.
  public let scene: SceneID

  /// Creates the event.
  ///
  /// - Parameter scene: The scene.
  public init(scene: SceneID) {
    self.scene = scene
  }
}

/// The user closed scenes for good: you can delete data that you keep for them.
public struct DidDiscardScenes: LifecycleEvent {
  /// The scenes.
  public let scenes: [SceneID]

  /// Creates the event.
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

// A module that hears them needs a user interface.
extension SceneWillConnect: SceneBound {}
extension SceneDidBecomeActive: SceneBound {}
extension SceneWillResignActive: SceneBound {}
extension SceneDidEnterBackground: SceneBound {}
extension SceneWillEnterForeground: SceneBound {}
extension SceneDidChangeGeometry: SceneBound {}
extension SceneDidDisconnect: SceneBound {}
